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
INSERT INTO kept VALUES ('hall', 'opened', CAST('50003' AS BLOB));
INSERT INTO kept VALUES ('hall', 'spread', CAST('[6191408197,1748699622]' AS BLOB));
INSERT INTO kept VALUES ('keeper', 'token', CAST('"a447ff41468de341abcbec31477ca10a159268d7fbaff8cbf973f820dff60d7e"' AS BLOB));
INSERT INTO kept VALUES ('person', '1', CAST('{"id":1,"kind":"guest","name":"anna","secret":"a8d06cfb65f408d999c3a1f26cc7fce73074f0cc4304c9e8572e22eb8f4ec7b7","ticket":1,"seen":1794804858473,"scores":{"tictactoe":{"won":1,"lost":0,"drawn":0,"mu":27.635389493140497,"sigma":8.065901413543681}}}' AS BLOB));
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
INSERT INTO kept VALUES ('person', '2', CAST('{"id":2,"kind":"guest","name":"bob","secret":"034061b3faf805b47c0b7c183a7a1ed8c6295e3aa2daa69192427aa23b93f643","ticket":2,"seen":1794804858473,"scores":{"tictactoe":{"won":0,"lost":1,"drawn":0,"mu":22.364610506859503,"sigma":8.065901413543681}}}' AS BLOB));
INSERT INTO kept VALUES ('person', '3', CAST('{"id":3,"kind":"visitor","name":"pia","ticket":3,"seen":1794804858473}' AS BLOB));
INSERT INTO log VALUES (1, 6349957819, 0, 0, CAST('{"what":"opened","seq":0,"at":1794804858443,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":6349957819,"game":"tictactoe","version":1,"seats":2,"commitment":"582c30bdceb229fdc35c91edddbd6ff34fe58e5e3af82350c48bc68fac7eb244","options":{},"clock":{},"absence":{},"title":"A short one","host":1}' AS BLOB));
INSERT INTO log VALUES (2, 6349957819, 1, 1, CAST('{"what":"sat","seq":1,"at":1794804858443,"prev":"f8446b83474bf6865513d74245293b0bbfa1900df9b431466fbb1c252794a77c","seat":0,"person":1,"name":"anna","entropy":"anna blows"}' AS BLOB));
INSERT INTO log VALUES (3, 6349957819, 2, 2, CAST('{"what":"sat","seq":2,"at":1794804858445,"prev":"8ed9ea87b8e8efc37f7a116970ce8fc0944a2c6c93539217066651a2f05fe597","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (4, 6349957819, 3, 3, CAST('{"what":"started","seq":3,"at":1794804858445,"prev":"4baf90b35d1aeb15988b8a55e78e9df6391b1ec8901addfd3eda00113e5b4967"}' AS BLOB));
INSERT INTO log VALUES (5, 6349957819, 4, 4, CAST('{"what":"moved","seq":4,"at":1794804858446,"prev":"6731e0a2dde8beb9984e7280bf8f430b970c7fa03a8babdecdafe1c9dc701049","seat":0,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (6, 6349957819, 5, 5, CAST('{"what":"proposed","seq":5,"at":1794804858446,"prev":"03a59758b03b28886de77aa6de4b0b9148e629867e5728ce6c4c1daae0cf2216","kind":"takeback","seat":0}' AS BLOB));
INSERT INTO log VALUES (7, 6349957819, 6, 6, CAST('{"what":"answered","seq":6,"at":1794804858447,"prev":"386843fd8a0bf148b72e0ec48648a0eeecf30122f330e6d5288bedefabcc544a","seat":1,"yes":true}' AS BLOB));
INSERT INTO log VALUES (8, 6349957819, 7, 7, CAST('{"what":"taken_back","seq":7,"at":1794804858447,"prev":"7e6c22234c372654f3eaa93f624ab33eeac7be7c1d14476869929ab80d77d01b","plies":1}' AS BLOB));
INSERT INTO log VALUES (9, 6349957819, 8, 8, CAST('{"what":"said","seq":8,"at":1794804858448,"prev":"2d1178716bd2d319444af54abedf6bfcf801fc46e9b92b8de9f39c8b2abe1f93","name":"anna","text":"Thank you! – naïve of me","seat":0}' AS BLOB));
INSERT INTO log VALUES (10, 6349957819, 9, 9, CAST('{"what":"said","seq":9,"at":1794804858449,"prev":"6255fd4697af75ecded1a0f6f7e0400453b7a8c01271514ebd7fb7c57ae6f537","name":"bob","text":"Never mind","seat":1,"to":[0]}' AS BLOB));
INSERT INTO log VALUES (11, 6349957819, 10, 10, CAST('{"what":"moved","seq":10,"at":1794804858449,"prev":"3892d5dbfd0634ca6fe52f50fbc900c842de3d9f89e737285ef81aa815e77c97","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (12, 6349957819, 11, 11, CAST('{"what":"moved","seq":11,"at":1794804858450,"prev":"c087b780eeedcfea710f65d6332f5fd33fd90a9434ae8b731a9f4412678b52ec","seat":1,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (13, 6349957819, 12, 12, CAST('{"what":"moved","seq":12,"at":1794804858451,"prev":"eab9a5b33a604eab2698c930c441905a468810cb0624f9e02829f3f7132083fb","seat":0,"move":{"type":"place","r":0,"c":2}}' AS BLOB));
INSERT INTO log VALUES (14, 6349957819, 13, 13, CAST('{"what":"moved","seq":13,"at":1794804858452,"prev":"e10bb7fa255ec18f83d905bd4e1833dc84438e911241a4bf5fb6ec6801e7cb8e","seat":1,"move":{"type":"place","r":0,"c":1}}' AS BLOB));
INSERT INTO log VALUES (15, 6349957819, 14, 14, CAST('{"what":"moved","seq":14,"at":1794804858452,"prev":"7a916dd07bdf1b5cd650b1932618e06b723062fff46c1b87b7c485da6d5864d9","seat":0,"move":{"type":"place","r":2,"c":0}}' AS BLOB));
INSERT INTO log VALUES (16, 6349957819, 15, 15, CAST('{"what":"ended","seq":15,"at":1794804858452,"prev":"cffd903ef1c6e859adb50c6d7d952ce6e21ac1a09df53e3aef0b4fa1d01e4d84","outcome":{"ranks":[1,2],"scores":[],"reason":"line"},"seed":"ee71ee5b0b13d76f5eea1eeb57be772ffb2f4c4257128a97c14189b3aa6e1655"}' AS BLOB));
INSERT INTO log VALUES (17, 6349957819, 16, 16, CAST('{"what":"said","seq":16,"at":1794804858453,"prev":"521526167b4a961f8de291f2059b3d1ba4c3d1658ee0d90734bff4961026279f","name":"anna","text":"Good game","seat":0}' AS BLOB));
INSERT INTO log VALUES (18, 3541366016, 0, 0, CAST('{"what":"opened","seq":0,"at":1794804858454,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":3541366016,"game":"tictactoe","version":1,"seats":2,"commitment":"92834efdf0d2372444af304a38090cffecbe78921e32e9206707d5259db55fd5","options":{},"clock":{},"absence":{"grace":3600000,"all_gone":3600000},"host":1}' AS BLOB));
INSERT INTO log VALUES (19, 3541366016, 1, 18, CAST('{"what":"sat","seq":1,"at":1794804858454,"prev":"b98355e41a715b90f4470d303a63c7b977f08632690f6c2b2a53a4424ef02257","seat":0,"person":1,"name":"anna"}' AS BLOB));
INSERT INTO log VALUES (20, 3541366016, 2, 19, CAST('{"what":"sat","seq":2,"at":1794804858455,"prev":"2304ea9224d9629971db1ff90ee0e70c19d1568a6258bf3530dd8104e0165590","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (21, 3541366016, 3, 20, CAST('{"what":"started","seq":3,"at":1794804858455,"prev":"b5070946551bf1ded517170bcd8a462f9b724a3e0f60ead259e210e361f0477c"}' AS BLOB));
INSERT INTO log VALUES (22, 3541366016, 4, 21, CAST('{"what":"moved","seq":4,"at":1794804858456,"prev":"15ad00e062c685dd9404d6ef68dfda275e76a9939cb6689cea484cc10ac95f9a","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (23, 9732774213, 0, 0, CAST('{"what":"opened","seq":0,"at":1794804858456,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":9732774213,"game":"chess","version":1,"seats":2,"commitment":"3d7b4d04d8b406b4831913be4f6ecd73e9220724414d7a97b2a8b286bb9d917f","options":{},"clock":{},"absence":{},"title":"Who dares?","host":2}' AS BLOB));
INSERT INTO log VALUES (24, 9732774213, 1, 23, CAST('{"what":"sat","seq":1,"at":1794804858456,"prev":"8f995a1581a4f44a0e82e536cd68290cc994ad64b86fb625d629b9830b567962","seat":0,"person":2,"name":"bob"}' AS BLOB));
INSERT INTO log VALUES (25, 3541366016, 5, 22, CAST('{"what":"went","seq":5,"at":1794804858473,"prev":"afba71999f5bff90fd9b2798ec2d342daa87ff0ba33fed9f58e2d8d078e93ba6","seat":0}' AS BLOB));
INSERT INTO log VALUES (26, 3541366016, 6, 25, CAST('{"what":"went","seq":6,"at":1794804858473,"prev":"e84d8773a4003ec6916ed0ad6ae612cc0b0b62b7f695344845ca60fa89c3d082","seat":1}' AS BLOB));
INSERT INTO log VALUES (27, 9732774213, 2, 24, CAST('{"what":"went","seq":2,"at":1794804858473,"prev":"04ba41f2b6d723e66d802523219287e9c5ae194bdc82b9f292e38f800d532090","seat":0}' AS BLOB));
INSERT INTO players VALUES (1, 6349957819);
INSERT INTO players VALUES (2, 6349957819);
INSERT INTO tables VALUES (3541366016, 'tictactoe', 'live', 1794804858454, 'c4a7a158288314328f152d03c697ed8b118daa0361bf9034f5cdfdda271d7143', CAST('{}' AS BLOB), 18, 0);
INSERT INTO tables VALUES (6349957819, 'tictactoe', 'finished', 1794804858452, '', CAST('{"title":"A short one","players":["anna","bob"],"opened":1794804858443,"outcome":{"ranks":[1,2],"scores":[],"reason":"line"}}' AS BLOB), 1, 17);
INSERT INTO tables VALUES (9732774213, 'chess', 'live', 1794804858456, '2224a4af17fe06b707589664cef8ab76971cab81bd76a31096dcccfa1b7bb076', CAST('{}' AS BLOB), 23, 0);
