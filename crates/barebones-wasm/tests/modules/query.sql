SELECT count(*), sum(price), avg(length(i.name)), min(i.name), max(i.name), coalesce(o.name, 'nobody'),
  group_concat(CASE WHEN i.id < 40 THEN upper(substr(i.name, -3)) END, '/')
FROM item i LEFT JOIN owner o ON i.owner = o.id
WHERE i.price BETWEEN 1 AND 150 GROUP BY i.owner HAVING count(*) > 10 ORDER BY sum(price) DESC, o.name
