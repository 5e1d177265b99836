PRAGMA application_id = 2058480145;
PRAGMA user_version = 1;
CREATE TABLE log (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    before   INTEGER NOT NULL,
    line     BLOB    NOT NULL
);
CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    at      INTEGER NOT NULL,
    seed    TEXT    NOT NULL, -- only as long as it is secret
    summary BLOB    NOT NULL,
    first   INTEGER NOT NULL,
    head    INTEGER NOT NULL
);
CREATE INDEX tables_by_status ON tables (status, at);
CREATE TABLE players (
    person   INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY,
    seq      INTEGER NOT NULL,
    after    INTEGER NOT NULL, -- the id of that record
    data     BLOB    NOT NULL
);
CREATE TABLE kept (
    kind  TEXT NOT NULL,
    key   TEXT NOT NULL,
    value BLOB NOT NULL,
    PRIMARY KEY (kind, key)
) WITHOUT ROWID;
INSERT INTO kept VALUES ('hall', 'numbers', x'33');
INSERT INTO kept VALUES ('hall', 'opened', x'3530303034');
INSERT INTO kept VALUES ('hall', 'spread', x'5b343230383438303934372c3736363330313731335d');
INSERT INTO kept VALUES ('keeper', 'token', x'223261653365376634663961333736613439613264396637376161613231316562643732633839393366626137393839376230653739306566326532633235353622');
INSERT INTO kept VALUES ('person', '1', CAST('{"id":1,"kind":"guest","name":"anna","secret":"5751ad2e4690b04a55fba06babf491a64b11403e46e58d34e79f4d77c46e5751","ticket":1,"scores":{"tictactoe":{"won":1,"lost":0,"drawn":0,"mu":27.635389493140497,"sigma":8.065901413543681}}}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000000', CAST('{"id":1000000000000,"kind":"bot","name":"Ada (bot 1)","ticket":1000000000000}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000001', CAST('{"id":1000000000001,"kind":"bot","name":"Bela (bot 1)","ticket":1000000000001}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000002', CAST('{"id":1000000000002,"kind":"bot","name":"Cleo (bot 1)","ticket":1000000000002}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000003', CAST('{"id":1000000000003,"kind":"bot","name":"Dario (bot 1)","ticket":1000000000003}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000004', CAST('{"id":1000000000004,"kind":"bot","name":"Emil (bot 1)","ticket":1000000000004}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000005', CAST('{"id":1000000000005,"kind":"bot","name":"Frida (bot 1)","ticket":1000000000005}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000006', CAST('{"id":1000000000006,"kind":"bot","name":"Gusta (bot 1)","ticket":1000000000006}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000007', CAST('{"id":1000000000007,"kind":"bot","name":"Ada (bot 2)","ticket":1000000000007}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000008', CAST('{"id":1000000000008,"kind":"bot","name":"Bela (bot 2)","ticket":1000000000008}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000009', CAST('{"id":1000000000009,"kind":"bot","name":"Cleo (bot 2)","ticket":1000000000009}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000010', CAST('{"id":1000000000010,"kind":"bot","name":"Dario (bot 2)","ticket":1000000000010}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000011', CAST('{"id":1000000000011,"kind":"bot","name":"Emil (bot 2)","ticket":1000000000011}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000012', CAST('{"id":1000000000012,"kind":"bot","name":"Frida (bot 2)","ticket":1000000000012}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000013', CAST('{"id":1000000000013,"kind":"bot","name":"Gusta (bot 2)","ticket":1000000000013}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000014', CAST('{"id":1000000000014,"kind":"bot","name":"Ada (bot 3)","ticket":1000000000014}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000015', CAST('{"id":1000000000015,"kind":"bot","name":"Bela (bot 3)","ticket":1000000000015}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000016', CAST('{"id":1000000000016,"kind":"bot","name":"Cleo (bot 3)","ticket":1000000000016}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000017', CAST('{"id":1000000000017,"kind":"bot","name":"Dario (bot 3)","ticket":1000000000017}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000018', CAST('{"id":1000000000018,"kind":"bot","name":"Emil (bot 3)","ticket":1000000000018}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000019', CAST('{"id":1000000000019,"kind":"bot","name":"Frida (bot 3)","ticket":1000000000019}' AS BLOB));
INSERT INTO kept VALUES ('person', '1000000000020', CAST('{"id":1000000000020,"kind":"bot","name":"Gusta (bot 3)","ticket":1000000000020}' AS BLOB));
INSERT INTO kept VALUES ('person', '2', CAST('{"id":2,"kind":"guest","name":"bob","secret":"d62840099663ce143195ba76e682a831c5ee0676a8d705542554babc3db29583","ticket":2,"scores":{"tictactoe":{"won":0,"lost":1,"drawn":0,"mu":22.364610506859503,"sigma":8.065901413543681}}}' AS BLOB));
INSERT INTO kept VALUES ('person', '3', CAST('{"id":3,"kind":"visitor","name":"pia","ticket":3}' AS BLOB));
INSERT INTO kept VALUES ('save', 'chess/put away', CAST('{"sheet":{"game":"chess","seats":2,"options":{},"clock":{},"absence":{"held":600000},"table":9439094554,"version":1,"opened":1794825009225,"commitment":"a584a0aeb1b8df2bd4a6c21e76d9c8fc3e812626a98c9960e9588bb8fc7a0711","host":1},"scene":{"status":"saved","seats":[{"person":1,"name":"anna","came":1794825009225,"asks":true},{"person":2,"name":"bob","entropy":"bob blows","came":1794825009226,"asks":true}],"seq":6,"prev":"98fddf2925504c62fd22258086e60c7b363168fc22fbd2564ffd50bd160d6151","at":1794825009230,"state":{"board":"RNBQKBNR.PPPPPPPP..............................npppppppprnbqkb.r","turn":0,"castling":"KQkq","passing":-1,"promoting":-1,"quiet":1,"seen":[16429401612015578460,13932199892933506019],"end":""},"turn":{"seats":[0],"pace":"move"},"left":[0,0],"running":[1794825009226,0],"last":[1,{"type":"step","r":7,"c":6,"to_r":5,"to_c":7}]},"key":"7da117aa7efa0103907e3d9d193e87b918f6b98ee76790155cfc57b92dcb8945","position":0,"past":[[0,{"board":"RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr","turn":0,"castling":"KQkq","passing":-1,"promoting":-1,"quiet":0,"seen":[5111584070472472678],"end":""},null,0],[1,{"board":"RNBQKBNR.PPPPPPPP...............................pppppppprnbqkbnr","turn":1,"castling":"KQkq","passing":-1,"promoting":-1,"quiet":0,"seen":[16429401612015578460],"end":""},[0,{"type":"step","r":1,"c":0,"to_r":2,"to_c":0}],0]],"at":1794825009230,"name":"put away","seed":"a7a9697dac93830c219fdd5d765eeebb0a823e4a8fa31efd08f8732871a751c7"}' AS BLOB));
INSERT INTO log VALUES (1, 1022132660, 0, 0, CAST('{"what":"opened","game":"tictactoe","seats":2,"clock":{},"absence":{"held":600000},"title":"A short one","options":{},"seq":0,"at":1794825009213,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":1022132660,"version":1,"commitment":"51b8782f2b7d753bc45c7044164546b1ab27107b6f211c8aa5dc9af4d56191bc","host":1}' AS BLOB));
INSERT INTO log VALUES (2, 1022132660, 1, 1, CAST('{"what":"sat","seq":1,"at":1794825009213,"prev":"b6b30945a3363c37e81c9a07fbf05d8d1ad29f13568daa9466340be1e8295147","seat":0,"person":1,"name":"anna","entropy":"anna blows","asks":true}' AS BLOB));
INSERT INTO log VALUES (3, 1022132660, 2, 2, CAST('{"what":"sat","seq":2,"at":1794825009215,"prev":"038d79d3dca9fd77680acb5c8259d410ce223ad602be0eb98bc5589a1dfc02b9","seat":1,"person":2,"name":"bob","entropy":"bob blows","asks":true}' AS BLOB));
INSERT INTO log VALUES (4, 1022132660, 3, 3, CAST('{"what":"started","seq":3,"at":1794825009215,"prev":"8ba273863aeee0c4ce0ed09899b48deed1b69ff172723d72d3fbcef77091f4d9"}' AS BLOB));
INSERT INTO log VALUES (5, 1022132660, 4, 4, CAST('{"what":"moved","seq":4,"at":1794825009216,"prev":"e35032db74ff708029805adb95c4d588bbe25b5df45ab12c0430348f24118bd4","seat":0,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (6, 1022132660, 5, 5, CAST('{"what":"proposed","seq":5,"at":1794825009216,"prev":"fabbaba68309a9a1b2804dfffb1b607bb7c87c23ebd0c1af2ef5c5f1da65d96a","kind":"takeback","seat":0}' AS BLOB));
INSERT INTO log VALUES (7, 1022132660, 6, 6, CAST('{"what":"answered","seq":6,"at":1794825009217,"prev":"b3b3cf10395c084d51ed6f3527a580f2897aab930098099f862ed1c266a21e53","seat":1,"yes":true}' AS BLOB));
INSERT INTO log VALUES (8, 1022132660, 7, 7, CAST('{"what":"taken_back","seq":7,"at":1794825009217,"prev":"4aac90317d22e6e3e5b4ef756f05ddc396142490b3286aec835ac2e40811b1ee","plies":1}' AS BLOB));
INSERT INTO log VALUES (9, 1022132660, 8, 8, CAST('{"what":"said","seq":8,"at":1794825009218,"prev":"ced4deb97468c47b262033d953e2e1fad10532c41543d737c8fa9b475d59a78c","name":"anna","text":"Thank you! – naïve of me","seat":0}' AS BLOB));
INSERT INTO log VALUES (10, 1022132660, 9, 9, CAST('{"what":"said","seq":9,"at":1794825009218,"prev":"5e5f014a0c10807deed683320c477ca7c76d9130e5016606cfe13688a56aba4b","name":"bob","text":"Never mind","seat":1,"to":[0]}' AS BLOB));
INSERT INTO log VALUES (11, 1022132660, 10, 10, CAST('{"what":"moved","seq":10,"at":1794825009219,"prev":"7b61c757c71f87af5a226f8a168f22031b838d09eecb2c54a64bd4b4ef06e6a8","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (12, 1022132660, 11, 11, CAST('{"what":"moved","seq":11,"at":1794825009219,"prev":"0ad6971c0f284874f31fd47c6a0f0a1e1858470631a9b940c453fdbb79bfc060","seat":1,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (13, 1022132660, 12, 12, CAST('{"what":"moved","seq":12,"at":1794825009220,"prev":"cae42567a1f2b7ac40e9598481975f4f676d00402d5f24d7b82be5e0efbac8f1","seat":0,"move":{"type":"place","r":0,"c":2}}' AS BLOB));
INSERT INTO log VALUES (14, 1022132660, 13, 13, CAST('{"what":"moved","seq":13,"at":1794825009221,"prev":"886994d229690a8d8182a7a5e4d701a411d9231e5f7915775688afd2fb1b7e4e","seat":1,"move":{"type":"place","r":0,"c":1}}' AS BLOB));
INSERT INTO log VALUES (15, 1022132660, 14, 14, CAST('{"what":"moved","seq":14,"at":1794825009221,"prev":"01712d1dbe798875c19cdafebcd39a13468f1727dfacfc6bb1be09d87b8738d6","seat":0,"move":{"type":"place","r":2,"c":0}}' AS BLOB));
INSERT INTO log VALUES (16, 1022132660, 15, 15, CAST('{"what":"ended","seq":15,"at":1794825009221,"prev":"a14e346547672507a170391ae0d65539b3b392d0fc2cc5f2647301a7a8013408","outcome":{"ranks":[1,2],"scores":[],"reason":"line"},"seed":"11a464909ba59c9f158fb07f311c1c0faafb7045f70ec2110503e8ba519989f0"}' AS BLOB));
INSERT INTO log VALUES (17, 1022132660, 16, 16, CAST('{"what":"said","seq":16,"at":1794825009222,"prev":"85cf15947d7503df75bf852426eee3a09328befd5c4f89cdd00a700f0530742e","name":"anna","text":"Good game","seat":0}' AS BLOB));
INSERT INTO log VALUES (18, 5230613607, 0, 0, CAST('{"what":"opened","game":"tictactoe","seats":2,"clock":{},"absence":{"grace":3600000,"all_gone":3600000,"held":600000},"options":{},"seq":0,"at":1794825009223,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":5230613607,"version":1,"commitment":"10e6f56a6c87588c3514b9e85e0c8d93b8db91645a008ba2cfedd37ed7d78684","host":1}' AS BLOB));
INSERT INTO log VALUES (19, 5230613607, 1, 18, CAST('{"what":"sat","seq":1,"at":1794825009223,"prev":"7ab042af2aef8726f70fd4158bdfe117b6e3cf081111b3df897abeda295e54a7","seat":0,"person":1,"name":"anna","asks":true}' AS BLOB));
INSERT INTO log VALUES (20, 5230613607, 2, 19, CAST('{"what":"sat","seq":2,"at":1794825009224,"prev":"75462166a3080b6ba4a2233da07d29038e6ef5572aa6a88fca878d10d696434a","seat":1,"person":2,"name":"bob","entropy":"bob blows","asks":true}' AS BLOB));
INSERT INTO log VALUES (21, 5230613607, 3, 20, CAST('{"what":"started","seq":3,"at":1794825009224,"prev":"21cd6b3ce604cc3837c38d115c6492954e0cbd96790521b3c13b9b09b600f3c8"}' AS BLOB));
INSERT INTO log VALUES (22, 5230613607, 4, 21, CAST('{"what":"moved","seq":4,"at":1794825009224,"prev":"d30bbf88cc17324b5e2161c2e5336f65a58d2f88ee19bf03fc4d02bb78d88cca","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (23, 9439094554, 0, 0, CAST('{"what":"opened","game":"chess","seats":2,"clock":{},"absence":{"held":600000},"options":{},"seq":0,"at":1794825009225,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":9439094554,"version":1,"commitment":"a584a0aeb1b8df2bd4a6c21e76d9c8fc3e812626a98c9960e9588bb8fc7a0711","host":1}' AS BLOB));
INSERT INTO log VALUES (24, 9439094554, 1, 23, CAST('{"what":"sat","seq":1,"at":1794825009225,"prev":"80ce15d0523e490e1f81e7a0661c0a3a3c4b5ec6ea19510635751f5d634b4a46","seat":0,"person":1,"name":"anna","asks":true}' AS BLOB));
INSERT INTO log VALUES (25, 9439094554, 2, 24, CAST('{"what":"sat","seq":2,"at":1794825009226,"prev":"6ad003be3bcb243b053a34d4df5c8e5110bf309f7d19b83f54432e1b35bd050f","seat":1,"person":2,"name":"bob","entropy":"bob blows","asks":true}' AS BLOB));
INSERT INTO log VALUES (26, 9439094554, 3, 25, CAST('{"what":"started","seq":3,"at":1794825009226,"prev":"aff35e32a30545b66b5c391c2357b08f1d48e7e7867748249295e855d2561d9a"}' AS BLOB));
INSERT INTO log VALUES (27, 9439094554, 4, 26, CAST('{"what":"moved","seq":4,"at":1794825009227,"prev":"ee3a52e13d257b79c0510f935ecbd9092e52a9742867dc2d6e30eccaa1041147","seat":0,"move":{"type":"step","r":1,"c":0,"to_r":2,"to_c":0}}' AS BLOB));
INSERT INTO log VALUES (28, 9439094554, 5, 27, CAST('{"what":"moved","seq":5,"at":1794825009229,"prev":"ea1010b39a4a36ad1feaf5843f186e7a16c147c745592b74fccc092dcdf6f55d","seat":1,"move":{"type":"step","r":7,"c":6,"to_r":5,"to_c":7}}' AS BLOB));
INSERT INTO log VALUES (29, 9439094554, 6, 28, CAST('{"what":"saved","seq":6,"at":1794825009230,"prev":"1cddc3420e43083c915a71bf716b9b35fbc47c11534311ec30af1030a15ab9a6","name":"put away","put_away":true,"seat":1}' AS BLOB));
INSERT INTO log VALUES (30, 4647575501, 0, 0, CAST('{"what":"opened","game":"chess","seats":2,"clock":{},"absence":{"held":600000},"title":"Who dares?","options":{},"seq":0,"at":1794825009231,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":4647575501,"version":1,"commitment":"93a11c76f526fbbd2028b4703d37f4d62046da78f1f633bd329d6280c23f1724","host":2}' AS BLOB));
INSERT INTO log VALUES (31, 4647575501, 1, 30, CAST('{"what":"sat","seq":1,"at":1794825009231,"prev":"81b6998e92bff8156f8bf0f31c84346996b4458a45795801c08af6a302bb46b8","seat":0,"person":2,"name":"bob","asks":true}' AS BLOB));
INSERT INTO players VALUES (1, 1022132660);
INSERT INTO players VALUES (1, 9439094554);
INSERT INTO players VALUES (2, 1022132660);
INSERT INTO players VALUES (2, 9439094554);
INSERT INTO tables VALUES (1022132660, 'tictactoe', 'finished', 1794825009221, '', CAST('{"title":"A short one","players":["anna","bob"],"opened":1794825009213,"outcome":{"ranks":[1,2],"scores":[],"reason":"line"}}' AS BLOB), 1, 17);
INSERT INTO tables VALUES (4647575501, 'chess', 'live', 1794825009231, '6d56540a43de5faa509fd87bfc02e47197a0720e68549de5302de563727e614a', CAST('{}' AS BLOB), 30, 0);
INSERT INTO tables VALUES (5230613607, 'tictactoe', 'live', 1794825009223, 'c7c338bfeba4d132776e2df585feac78c288a3a7ca1d3fa58efc7da24b7bf30d', CAST('{}' AS BLOB), 18, 0);
INSERT INTO tables VALUES (9439094554, 'chess', 'saved', 1794825009230, '', CAST('{"title":"","players":["anna","bob"],"opened":1794825009225}' AS BLOB), 23, 29);
