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
INSERT INTO kept VALUES ('hall', 'spread', CAST('[7194322097,4438612696]' AS BLOB));
INSERT INTO kept VALUES ('keeper', 'token', CAST('"88b4b49001f930e1953b3d3ca56fc94f447c26d4f95b526454bea1c2035ef4a2"' AS BLOB));
INSERT INTO kept VALUES ('person', '1', CAST('{"id":1,"kind":"guest","name":"anna","secret":"1f79d01c28b32f2526b34a7e3bd5308f29d5dfca6a04ac4451113214b5450501","ticket":1,"seen":1794804105312,"scores":{"tictactoe":{"won":1,"lost":0,"drawn":0,"mu":27.635389493140497,"sigma":8.065901413543681}}}' AS BLOB));
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
INSERT INTO kept VALUES ('person', '2', CAST('{"id":2,"kind":"guest","name":"bob","secret":"5ff4c657c524d1343302a6646e103491e405f04b16ef37e01ba23e93376e005e","ticket":2,"seen":1794804105312,"scores":{"tictactoe":{"won":0,"lost":1,"drawn":0,"mu":22.364610506859503,"sigma":8.065901413543681}}}' AS BLOB));
INSERT INTO kept VALUES ('person', '3', CAST('{"id":3,"kind":"visitor","name":"pia","ticket":3,"seen":1794804105311}' AS BLOB));
INSERT INTO log VALUES (1, 7737784793, 0, 0, CAST('{"what":"opened","seq":0,"at":1794804105195,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":7737784793,"game":"tictactoe","version":1,"seats":2,"commitment":"c9b4132a74fb4e37bd61c266ee916e9f51ada74597b67e6a9d3555e709f6400f","options":{},"clock":{},"absence":{},"title":"A short one","host":1}' AS BLOB));
INSERT INTO log VALUES (2, 7737784793, 1, 1, CAST('{"what":"sat","seq":1,"at":1794804105195,"prev":"8bb4939539729d37d1908190f325d476cf7c427f6789bedd9fc144abf8391866","seat":0,"person":1,"name":"anna","entropy":"anna blows"}' AS BLOB));
INSERT INTO log VALUES (3, 7737784793, 2, 2, CAST('{"what":"sat","seq":2,"at":1794804105197,"prev":"74450cab61cfd8586333f1403f118c7ef57a8e3308b5eec72d6292519b853e65","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (4, 7737784793, 3, 3, CAST('{"what":"started","seq":3,"at":1794804105197,"prev":"3fbf592d1ae03b7752a81e0f929fa7ba65950f1a2b2d34449cbc6647773ef24a"}' AS BLOB));
INSERT INTO log VALUES (5, 7737784793, 4, 4, CAST('{"what":"moved","seq":4,"at":1794804105198,"prev":"cc9f2a739a689feed1e2f964f5eee897fb48e8f42e71fef6e7aacf577da6cc02","seat":0,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (6, 7737784793, 5, 5, CAST('{"what":"proposed","seq":5,"at":1794804105199,"prev":"e1fc609eb895375b8d996d948c93d30e9d4d42e9ea3143b06a5aef691667e098","kind":"takeback","seat":0}' AS BLOB));
INSERT INTO log VALUES (7, 7737784793, 6, 6, CAST('{"what":"answered","seq":6,"at":1794804105199,"prev":"9fde5aa1a0877d47ef2b91a6890467660e000039738d086121ab3ed96f5849d7","seat":1,"yes":true}' AS BLOB));
INSERT INTO log VALUES (8, 7737784793, 7, 7, CAST('{"what":"taken_back","seq":7,"at":1794804105199,"prev":"95ec51274532dc5086cabdb59e4c74bda20f87007fab94c30db0909a44205ca8","plies":1}' AS BLOB));
INSERT INTO log VALUES (9, 7737784793, 8, 8, CAST('{"what":"said","seq":8,"at":1794804105200,"prev":"aaa9e5bea79136b7a083a8c3bcd4431efa868e239a87b1e121fa6fb1e397ff35","name":"anna","text":"Thank you! – naïve of me","seat":0}' AS BLOB));
INSERT INTO log VALUES (10, 7737784793, 9, 9, CAST('{"what":"said","seq":9,"at":1794804105201,"prev":"63cc1e13d67ca2b61604ff06d9d9363bff023db77a25bc91ac0b18944282bcf9","name":"bob","text":"Never mind","seat":1,"to":[0]}' AS BLOB));
INSERT INTO log VALUES (11, 7737784793, 10, 10, CAST('{"what":"moved","seq":10,"at":1794804105201,"prev":"26d1506d037fcebf34e5e6d1112b5d8706a7ff0cd3110f3064809479c8d1c78b","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (12, 7737784793, 11, 11, CAST('{"what":"moved","seq":11,"at":1794804105202,"prev":"095a0e15fbbb03d05bed874dd45a1334c895fdd27de2af30a16c3497f2017003","seat":1,"move":{"type":"place","r":0,"c":0}}' AS BLOB));
INSERT INTO log VALUES (13, 7737784793, 12, 12, CAST('{"what":"moved","seq":12,"at":1794804105202,"prev":"7106081b133399a9db23c7ccf4ab225c2c8185306285fe4fb288cac9b6b58fa4","seat":0,"move":{"type":"place","r":0,"c":2}}' AS BLOB));
INSERT INTO log VALUES (14, 7737784793, 13, 13, CAST('{"what":"moved","seq":13,"at":1794804105208,"prev":"28b093afd546b0e0d1d4840e64d27320f2dab14697115c1c7ddd6411decc0703","seat":1,"move":{"type":"place","r":0,"c":1}}' AS BLOB));
INSERT INTO log VALUES (15, 7737784793, 14, 14, CAST('{"what":"moved","seq":14,"at":1794804105216,"prev":"eb00cf554080b1101de5d442971c949ffb958fa7cd25b5b07b1b4de3ddce725f","seat":0,"move":{"type":"place","r":2,"c":0}}' AS BLOB));
INSERT INTO log VALUES (16, 7737784793, 15, 15, CAST('{"what":"ended","seq":15,"at":1794804105216,"prev":"5160591b551f8e35c7bce4f91c7dc3ddd2d5b12a985474ba8af4d82119e87870","outcome":{"ranks":[1,2],"scores":[],"reason":"line"},"seed":"90423e23aff8c528c6e3dc3f821c2b1da63b5df21916f7c1fcb139a2f786e841"}' AS BLOB));
INSERT INTO log VALUES (17, 7737784793, 16, 16, CAST('{"what":"said","seq":16,"at":1794804105224,"prev":"47a9310fb38f074eee7d178c3ac6eedd501ad0dfdb6b2bba898e99561f88ffde","name":"anna","text":"Good game","seat":0}' AS BLOB));
INSERT INTO log VALUES (18, 5932106890, 0, 0, CAST('{"what":"opened","seq":0,"at":1794804105234,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":5932106890,"game":"tictactoe","version":1,"seats":2,"commitment":"7f3435336225c63f352d3f7777ad101a46168ed5cfe2954fb1dba7d67044bbd0","options":{},"clock":{},"absence":{"grace":3600000,"all_gone":3600000},"host":1}' AS BLOB));
INSERT INTO log VALUES (19, 5932106890, 1, 18, CAST('{"what":"sat","seq":1,"at":1794804105234,"prev":"e97e024b466175178d2497f6cc917a4557b121756293cd76c104a43a37df25e1","seat":0,"person":1,"name":"anna"}' AS BLOB));
INSERT INTO log VALUES (20, 5932106890, 2, 19, CAST('{"what":"sat","seq":2,"at":1794804105236,"prev":"06149f68abdf764bdd2ce972cf50a64f4046b082585e1d50708138dccd6d923c","seat":1,"person":2,"name":"bob","entropy":"bob blows"}' AS BLOB));
INSERT INTO log VALUES (21, 5932106890, 3, 20, CAST('{"what":"started","seq":3,"at":1794804105236,"prev":"ec5b61a987f6607301cda70f35da2d99ff7687ae682f683c8f98eea4e71fcb32"}' AS BLOB));
INSERT INTO log VALUES (22, 5932106890, 4, 21, CAST('{"what":"moved","seq":4,"at":1794804105240,"prev":"77ee209440a55841f17406f0acec4935b7bc2ab1c6dd5f4df4a6e0d875f1f8e9","seat":0,"move":{"type":"place","r":1,"c":1}}' AS BLOB));
INSERT INTO log VALUES (23, 4126428987, 0, 0, CAST('{"what":"opened","seq":0,"at":1794804105242,"prev":"0000000000000000000000000000000000000000000000000000000000000000","table":4126428987,"game":"chess","version":1,"seats":2,"commitment":"0d0b3291b5bcbb7146ed740b162912da5d051c5c150614269beeb375ca07ed23","options":{},"clock":{},"absence":{},"title":"Who dares?","host":2}' AS BLOB));
INSERT INTO log VALUES (24, 4126428987, 1, 23, CAST('{"what":"sat","seq":1,"at":1794804105242,"prev":"55283b8920b22bbf8a7b3c99e747f754e8cc56efc493a351e68b9fd86fe4e252","seat":0,"person":2,"name":"bob"}' AS BLOB));
INSERT INTO log VALUES (25, 5932106890, 5, 22, CAST('{"what":"went","seq":5,"at":1794804105312,"prev":"f9fba332b940509215605af9a09d537eb55c5e94334ea4ec12896e8d9b2f37a7","seat":0}' AS BLOB));
INSERT INTO log VALUES (26, 4126428987, 2, 24, CAST('{"what":"went","seq":2,"at":1794804105312,"prev":"826eb6d436326e72f52c7ef5f3a053caa4a064e81edc182bcde9dfd4bf791212","seat":0}' AS BLOB));
INSERT INTO log VALUES (27, 5932106890, 6, 25, CAST('{"what":"went","seq":6,"at":1794804105312,"prev":"4c47de718eb0d995c21c164ca5244c0b5fed9bc454ed325bbe2d318e53583018","seat":1}' AS BLOB));
INSERT INTO players VALUES (1, 7737784793);
INSERT INTO players VALUES (2, 7737784793);
INSERT INTO tables VALUES (4126428987, 'chess', 'live', 1794804105242, '5d1f2f352624100a35e9e7934c6e368cd866569c4261938eb589ef0a02e3e095', CAST('{}' AS BLOB), 23, 0);
INSERT INTO tables VALUES (5932106890, 'tictactoe', 'live', 1794804105234, '8d4586d6141f4923b166e4efd23cc7b58a53b88a41270efbd4f7aefc74a92008', CAST('{}' AS BLOB), 18, 0);
INSERT INTO tables VALUES (7737784793, 'tictactoe', 'finished', 1794804105216, '', CAST('{"title":"A short one","players":["anna","bob"],"opened":1794804105195,"outcome":{"ranks":[1,2],"scores":[],"reason":"line"}}' AS BLOB), 1, 17);
