CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, owner INTEGER);
CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
INSERT INTO owner VALUES (0, 'Ada'), (1, 'Bob'), (2, 'Çelik'), (3, NULL);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
  INSERT INTO item SELECT i, printf('item %05d', i * 7919 % 3001), (i * 37 % 1009) / 8.0, i % 5 FROM n;
CREATE INDEX by_name ON item (name);
DELETE FROM item WHERE id % 11 = 0;
UPDATE item SET price = price * 1.5 WHERE name LIKE '%7_';
