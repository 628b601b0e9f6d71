-- Run with: psql -X -d DATABASE -f queries.sql   Everything here only reads.

\echo '== sessions by state'
SELECT state, wait_event_type, count(*), max(now() - state_change) AS longest
FROM pg_stat_activity
WHERE backend_type = 'client backend'
GROUP BY 1, 2
ORDER BY 3 DESC;

\echo '== who waits for whom (the root waits for nobody)'
SELECT pid, pg_blocking_pids(pid) AS blocked_by, usename, application_name, state,
       now() - xact_start AS in_transaction, left(query, 60) AS query
FROM pg_stat_activity
WHERE cardinality(pg_blocking_pids(pid)) > 0
   OR pid IN (SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity)
ORDER BY xact_start;

\echo '== locks that are waited for'
SELECT l.pid, l.locktype, l.relation::regclass AS relation, l.mode
FROM pg_locks l
WHERE NOT l.granted;

\echo '== longest transactions'
SELECT pid, usename, state, now() - xact_start AS in_transaction, now() - query_start AS in_query, left(query, 80) AS query
FROM pg_stat_activity
WHERE xact_start IS NOT NULL AND pid <> pg_backend_pid()
ORDER BY xact_start
LIMIT 10;

\echo '== prepared transactions'
SELECT gid, prepared, owner, database FROM pg_prepared_xacts ORDER BY prepared;

\echo '== connections used and allowed'
SELECT count(*) AS used, current_setting('max_connections')::int AS allowed FROM pg_stat_activity WHERE backend_type = 'client backend';

\echo '== large tables read mostly by full scans (an index may be missing)'
SELECT relname, seq_scan, seq_tup_read, idx_scan, n_live_tup
FROM pg_stat_user_tables
WHERE n_live_tup > 10000 AND seq_scan > coalesce(idx_scan, 0)
ORDER BY seq_tup_read DESC
LIMIT 10;

\echo '== dead rows and the last autovacuum'
SELECT relname, n_live_tup, n_dead_tup, last_autovacuum, last_autoanalyze
FROM pg_stat_user_tables
ORDER BY n_dead_tup DESC
LIMIT 10;

\echo '== indexes that were never used since the statistics were reset'
SELECT s.relname, s.indexrelname, pg_size_pretty(pg_relation_size(s.indexrelid)) AS size
FROM pg_stat_user_indexes s
JOIN pg_index i USING (indexrelid)
WHERE s.idx_scan = 0 AND NOT i.indisunique
ORDER BY pg_relation_size(s.indexrelid) DESC
LIMIT 10;

\echo '== share of reads answered from memory'
SELECT datname, round(100.0 * blks_hit / nullif(blks_hit + blks_read, 0), 1) AS percent_hit
FROM pg_stat_database
WHERE datname = current_database();
