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
INSERT INTO kept VALUES ('hall', 'numbers', CAST('3' AS BLOB));
INSERT INTO kept VALUES ('hall', 'opened', CAST('50004' AS BLOB));
INSERT INTO kept VALUES ('hall', 'spread', CAST('[8135960701,5263771902]' AS BLOB));
INSERT INTO kept VALUES ('keeper', 'token', CAST('"819260cf94dc9c5684601ed2d61ca3eb332a94dabca80db19fc9e23d3a4548d1"' AS BLOB));
INSERT INTO kept VALUES ('person', '1', CAST('{"id":1,"kind":"guest","name":"anna","secret":"3a817f94a896021f10387760bee6f8097262b50b707cdb45e898b7e097d6316f","ticket":1,"seen":1794805206184,"scores":{"tictactoe":{"won":1,"lost":0,"drawn":0,"mu":27.635389493140497,"sigma":8.065901413543681}}}' AS BLOB));
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
INSERT INTO kept VALUES ('person', '2', CAST('{"id":2,"kind":"guest","name":"bob","secret":"83fcb4f70d1f4427fb5d153875068955f983fa930cb15cba8126941cf9b7b72f","ticket":2,"seen":1794805206184,"scores":{"tictactoe":{"won":0,"lost":1,"drawn":0,"mu":22.364610506859503,"sigma":8.065901413543681}}}' AS BLOB));
INSERT INTO kept VALUES ('person', '3', CAST('{"id":3,"kind":"visitor","name":"pia","ticket":3,"seen":1794805206184}' AS BLOB));
INSERT INTO kept VALUES ('save', 'chess/put away', CAST('{"sheet":{"table":1706704005,"game":"chess","version":1,"opened":1794805206141,"commitment":"cfa6d8acac5a759e8a2e20ba113c1fa8bfab1e5ad52e704e67e2b0289adfb981","options":{},"clock":{},"absence":{},"host":1},"scene":{"status":"saved","seats":[{"person":1,"name":"anna"},{"person":2,"name":"bob","entropy":"bob blows"}],"seq":6,"prev":"0b48ebdbfcd62810c8a857d06dce805b67b37346b688ff01f91b0616787af0fe","at":1794805206153,"state":{"board":"RNBQKBNR.PPPPPPPP..............................npppppppprnbqkb.r","turn":0,"castling":"KQkq","passing":-1,"promoting":-1,"quiet":1,"seen":[16429401612015578460,13932199892933506019],"end":""},"turn":{"seats":[0],"pace":"move"},"left":[0,0],"running":[1794805206143,0],"last":[1,{"type":"step","r":7,"c":6,"to_r":5,"to_c":7}]},"key":"b4505c68e084fa608d1d5b1941b15d2960f6625e013e576b8b8650f6f90f0a99","position":0,"past":[[0,{"board":"RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr","turn":0,"castling":"KQkq","passing":-1,"promoting":-1,"quiet":0,"seen":[5111584070472472678],"end":""},null,0],[1,{"board":"RNBQKBNR.PPPPPPPP...............................pppppppprnbqkbnr","turn":1,"castling":"KQkq","passing":-1,"promoting":-1,"quiet":0,"seen":[16429401612015578460],"end":""},[0,{"type":"step","r":1,"c":0,"to_r":2,"to_c":0}],0]],"at":1794805206153,"name":"put away","seed":"567b4a253487e249834e74c5fca3f26fbe462a288dc7a0b6e413a6e22210a107"}' AS BLOB));
INSERT INTO log VALUES (1, 3434782603, 0, 0, CAST('{"what":"opened","seq":0,"at":1794805206109,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":3434782603,"game":"tictactoe","version":1,"seats":2,"commitment":"aeb63e928f487df31e99dbfa4285222d447500dacfea899e6246e0aa6c511eb8","options":{},"clock":{},"absence":{},"title":"A short one","host":1}' AS BLOB));
INSERT INTO log VALUES (2, 3434782603, 1, 1, CAST('{"what":"sat","seq":1,"at":1794805206109,"prev":"7db8238ff8daecb22243c29558110f20f177c6b9930972966e86817e75e2a385","seat":0,"person":1,"name":"anna","entropy":"anna blows"}' AS BLOB));
INSERT INTO log VALUES (3, 3434782603, 2, 2, CAST('{"what":"sat","seq":2,"at":1794805206110,"prev":"cf56c2a5cec5ed2e585c16195a86876872c1f883ff9c9733917f7e774e94ff75","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (4, 3434782603, 3, 3, CAST('{"what":"started","seq":3,"at":1794805206110,"prev":"c32f03c79ba0ba3f88f6b4aa4687a9fb88495d606c26bffd2f13efe8361bac8a"}' AS BLOB));
INSERT INTO log VALUES (5, 3434782603, 4, 4, CAST('{"what":"moved","seq":4,"at":1794805206111,"prev":"b52e0419182c7c17c423a62f3e07b33203ae8430b07736b255bce872c2f7de72","seat":0,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (6, 3434782603, 5, 5, CAST('{"what":"proposed","seq":5,"at":1794805206112,"prev":"77ec39a67892dcdfc22d35c15ce0a2d0758ffdf9e6bc2cb6c707298523023b63","kind":"takeback","seat":0}' AS BLOB));
INSERT INTO log VALUES (7, 3434782603, 6, 6, CAST('{"what":"answered","seq":6,"at":1794805206113,"prev":"6909fccf502f7db5cf31b43305c4ba83d70bea0723634b1c2ede8676d49d77c7","seat":1,"yes":true}' AS BLOB));
INSERT INTO log VALUES (8, 3434782603, 7, 7, CAST('{"what":"taken_back","seq":7,"at":1794805206113,"prev":"b737eb2664c29799d117e0dac292db26d53b99a127459b6b37c7ec24b3b007cc","plies":1}' AS BLOB));
INSERT INTO log VALUES (9, 3434782603, 8, 8, CAST('{"what":"said","seq":8,"at":1794805206114,"prev":"3c33eb8dcc15fd7917b8b4609f99cae5ed451b2ef39be1843fa683110a6e43aa","name":"anna","text":"Thank you! – naïve of me","seat":0}' AS BLOB));
INSERT INTO log VALUES (10, 3434782603, 9, 9, CAST('{"what":"said","seq":9,"at":1794805206115,"prev":"db2195d3c40c92a02e41e869b6d93624cc511e1b39cc67813a833f5cf0f059be","name":"bob","text":"Never mind","seat":1,"to":[0]}' AS BLOB));
INSERT INTO log VALUES (11, 3434782603, 10, 10, CAST('{"what":"moved","seq":10,"at":1794805206115,"prev":"d085d13b0b8b1f32b0dd73ff235abb55feb873876f2e7d27f39605dfc4ac28fc","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (12, 3434782603, 11, 11, CAST('{"what":"moved","seq":11,"at":1794805206116,"prev":"d1962c6cf4214834e2513bf8c009839081758b57d5b70b9648b444273f1ab8b9","seat":1,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (13, 3434782603, 12, 12, CAST('{"what":"moved","seq":12,"at":1794805206117,"prev":"532d55a69ffe90440def418393bac01c61730a0dabae62653843908407688b03","seat":0,"move":{"type":"place","r":0,"c":2}}' AS BLOB));
INSERT INTO log VALUES (14, 3434782603, 13, 13, CAST('{"what":"moved","seq":13,"at":1794805206117,"prev":"41875107fdec5ea80880009827493356ddfccd4dcfa01beb5ef6f8ee2e644c99","seat":1,"move":{"type":"place","r":0,"c":1}}' AS BLOB));
INSERT INTO log VALUES (15, 3434782603, 14, 14, CAST('{"what":"moved","seq":14,"at":1794805206119,"prev":"5a542ed6880b0718905ced8727b7fcabc9b583b3716dafa9a7809fbecb2c5bdc","seat":0,"move":{"type":"place","r":2,"c":0}}' AS BLOB));
INSERT INTO log VALUES (16, 3434782603, 15, 15, CAST('{"what":"ended","seq":15,"at":1794805206119,"prev":"0b75d3820fe3c2711f5ab75b4f831f38617affee5c5197efebed416b89d982b1","outcome":{"ranks":[1,2],"scores":[],"reason":"line"},"seed":"74fbcb6502f529c0d60b02dac8f7d5ae1068054c34dd521e2ca757f5d7c2ad6a"}' AS BLOB));
INSERT INTO log VALUES (17, 3434782603, 16, 16, CAST('{"what":"said","seq":16,"at":1794805206120,"prev":"cdac6d4c3e5a4603f6210924ffe1aa8cde886bbb36f8e98254a693bfaf5327d1","name":"anna","text":"Good game","seat":0}' AS BLOB));
INSERT INTO log VALUES (18, 2570743304, 0, 0, CAST('{"what":"opened","seq":0,"at":1794805206120,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":2570743304,"game":"tictactoe","version":1,"seats":2,"commitment":"e32cac2254867f094e4bd66340e1baa9d2e1a2a22efe43228e97da6345b84db3","options":{},"clock":{},"absence":{"grace":3600000,"all_gone":3600000},"host":1}' AS BLOB));
INSERT INTO log VALUES (19, 2570743304, 1, 18, CAST('{"what":"sat","seq":1,"at":1794805206120,"prev":"11ab08f498775b002558a63800bda76bce042c84ca0c6b8287ce838dac3c9966","seat":0,"person":1,"name":"anna"}' AS BLOB));
INSERT INTO log VALUES (20, 2570743304, 2, 19, CAST('{"what":"sat","seq":2,"at":1794805206121,"prev":"24bcead15c6f5de851dbe105e05e9be7b0469921dd2e6dcf1779524fad7b98a3","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (21, 2570743304, 3, 20, CAST('{"what":"started","seq":3,"at":1794805206121,"prev":"fae23b5461ef3e56d4c49a500af445a363ce770dd19d89a81d7e4bc1fac7968a"}' AS BLOB));
INSERT INTO log VALUES (22, 2570743304, 4, 21, CAST('{"what":"moved","seq":4,"at":1794805206136,"prev":"cb1a90161af221dcceb390cadce74a1251827d7038bc4ce48013d7bde7133705","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (23, 1706704005, 0, 0, CAST('{"what":"opened","seq":0,"at":1794805206141,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":1706704005,"game":"chess","version":1,"seats":2,"commitment":"cfa6d8acac5a759e8a2e20ba113c1fa8bfab1e5ad52e704e67e2b0289adfb981","options":{},"clock":{},"absence":{},"host":1}' AS BLOB));
INSERT INTO log VALUES (24, 1706704005, 1, 23, CAST('{"what":"sat","seq":1,"at":1794805206141,"prev":"d9d577e976cf9749217bb3fabf782d639668093742ed884e8043ecc2850c7a35","seat":0,"person":1,"name":"anna"}' AS BLOB));
INSERT INTO log VALUES (25, 1706704005, 2, 24, CAST('{"what":"sat","seq":2,"at":1794805206143,"prev":"967cefb7dacabcf43c713416f0f6221d72842cb80ecc6a6f997bb690d5c68b29","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (26, 1706704005, 3, 25, CAST('{"what":"started","seq":3,"at":1794805206143,"prev":"bdf9c78bd4a62324d502e6e59cd132bcb0ad9a080666b1b7814cf4bcd68424c6"}' AS BLOB));
INSERT INTO log VALUES (27, 1706704005, 4, 26, CAST('{"what":"moved","seq":4,"at":1794805206146,"prev":"490a8a1b2dada253d60785a5e772e23dabd8d54b87815fe62cf262db51ab45b3","seat":0,"move":{"type":"step","r":1,"c":0,"to_r":2,"to_c":0}}' AS BLOB));
INSERT INTO log VALUES (28, 1706704005, 5, 27, CAST('{"what":"moved","seq":5,"at":1794805206149,"prev":"93fed74265c9a716eac0884871ed78d526fb6b981eade19b0344bcb28a285a2f","seat":1,"move":{"type":"step","r":7,"c":6,"to_r":5,"to_c":7}}' AS BLOB));
INSERT INTO log VALUES (29, 1706704005, 6, 28, CAST('{"what":"saved","seq":6,"at":1794805206153,"prev":"3679bd85db315699d4c8fd6b2caafb7d2ace77c598316f8c29479a71a1329ce0","name":"put away","put_away":true,"seat":1}' AS BLOB));
INSERT INTO log VALUES (30, 9842664706, 0, 0, CAST('{"what":"opened","seq":0,"at":1794805206157,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":9842664706,"game":"chess","version":1,"seats":2,"commitment":"81879e1cb7bcbb2d3a8cb9aea98a4bcd91b48dacd79879447d9e5610e9ac0352","options":{},"clock":{},"absence":{},"title":"Who dares?","host":2}' AS BLOB));
INSERT INTO log VALUES (31, 9842664706, 1, 30, CAST('{"what":"sat","seq":1,"at":1794805206157,"prev":"62b75ba4e8f276a436ad9b1db1f30c638de062221d4a4f1d448e913ae96c6d5c","seat":0,"person":2,"name":"bob"}' AS BLOB));
INSERT INTO log VALUES (32, 2570743304, 5, 22, CAST('{"what":"went","seq":5,"at":1794805206184,"prev":"6c252da72d03761c4c8e6d6d417285394acc924888358d10cfbd0eeeb24f9588","seat":0}' AS BLOB));
INSERT INTO log VALUES (33, 2570743304, 6, 32, CAST('{"what":"went","seq":6,"at":1794805206184,"prev":"f47e43bc31253bdc1d67a7647252d2a6dca3b78f37188255a934a868a4f1b803","seat":1}' AS BLOB));
INSERT INTO log VALUES (34, 9842664706, 2, 31, CAST('{"what":"went","seq":2,"at":1794805206184,"prev":"d0f07ab34925c3bb7c07c9074ef58e03efeaa6e0c739cc8a225477a119fe7823","seat":0}' AS BLOB));
INSERT INTO players VALUES (1, 1706704005);
INSERT INTO players VALUES (1, 3434782603);
INSERT INTO players VALUES (2, 1706704005);
INSERT INTO players VALUES (2, 3434782603);
INSERT INTO tables VALUES (1706704005, 'chess', 'saved', 1794805206153, '', CAST('{"title":"","players":["anna","bob"],"opened":1794805206141}' AS BLOB), 23, 29);
INSERT INTO tables VALUES (2570743304, 'tictactoe', 'live', 1794805206120, '7df3a67e08b3bfd6289bf3f1110016139128124c6d4ee9c325d72a202e9d2921', CAST('{}' AS BLOB), 18, 0);
INSERT INTO tables VALUES (3434782603, 'tictactoe', 'finished', 1794805206119, '', CAST('{"title":"A short one","players":["anna","bob"],"opened":1794805206109,"outcome":{"ranks":[1,2],"scores":[],"reason":"line"}}' AS BLOB), 1, 17);
INSERT INTO tables VALUES (9842664706, 'chess', 'live', 1794805206157, '006cd6224a59d3522078877ae19f073d56674436a059859ba19ea95859b883fa', CAST('{}' AS BLOB), 30, 0);
