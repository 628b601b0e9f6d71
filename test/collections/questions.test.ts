import { describe, expect, it } from 'vitest';
import { openCatalog } from '../../src/app/open-catalog.ts';
import { collectionsFolder } from '../support/recipes.ts';

/** What people ask in their own words, few of which are the recipe's, and the recipe that answers. */
const QUESTIONS: readonly (readonly [question: string, id: string])[] = [
  [
    'swap the old server address for the new one in all config files, should behave the same on my Mac and on Linux',
    'unix-recipes:text/edit-files-with-sed',
  ],
  [
    'remove log files older than a month even when their names contain blanks',
    'unix-recipes:files/find-and-act-on-files',
  ],
  [
    'a customer uploaded a zip and I am afraid it might overwrite things on my server',
    'unix-recipes:archives/unpack-untrusted-archives',
  ],
  [
    'my contract was scanned as images and I want to be able to search words in it',
    'unix-recipes:pdf-and-office/ocr-scanned-pages',
  ],
  [
    'the web server refuses to start because something else already occupies port 8080',
    'unix-recipes:network-diagnosis/list-listening-ports',
  ],
  ["I ran a hard reset and my afternoon's work is gone", 'unix-recipes:git/recover-lost-commits'],
  ["safe copy of the app's .sqlite file while the app keeps running", 'unix-recipes:databases/back-up-sqlite'],
  [
    "how many days until our website's TLS cert runs out, warn me three weeks before",
    'unix-recipes:security/check-certificate-expiry',
  ],
  [
    'my backup script works in the terminal but nothing happens at night when it is scheduled',
    'unix-recipes:time-and-scheduling/run-jobs-with-cron',
  ],
  [
    'A supplier sent a comma separated dump and half the rows have shifted columns after loading it, what is wrong with it',
    'data-recipes:csv/csv-first-look',
  ],
  [
    "yesterday's export versus today's export: which customers are new and whose price is different",
    'data-recipes:csv/csv-compare-two-versions',
  ],
  [
    'my revenue total got bigger after I combined the orders table with the customer table',
    'data-recipes:joins/join-audit',
  ],
  ['attach to every trade the exchange rate that was valid at that moment', 'data-recipes:joins/as-of-join'],
  [
    'our customer list and the vendor list spell company names differently, merge them',
    'data-recipes:joins/match-names-approximately',
  ],
  ['is 03/04/2024 in this sheet April or March', 'data-recipes:dates/parse-mixed-dates'],
  ['é shows up as two weird characters everywhere in the imported names', 'data-recipes:encodings/repair-mojibake'],
  [
    'we checked forty metrics and two came out significant, can we trust that',
    'data-recipes:statistics/adjust-many-p-values',
  ],
  [
    'how many visitors do we need before the experiment can tell us anything',
    'data-recipes:statistics/plan-sample-size',
  ],
  [
    'average customer lifetime when most customers have not cancelled yet',
    'data-recipes:statistics/retention-and-survival',
  ],
  [
    'what columns does this .parquet have, pyarrow is not available here',
    'data-recipes:parquet/parquet-inspect-footer',
  ],
  [
    'I need the ten IP addresses that show up most often in an access log',
    'unix-recipes:text/sort-and-deduplicate-lines',
  ],
  [
    'nightly second copy of my home directory on an external drive, and the target got one directory too many',
    'unix-recipes:files/mirror-with-rsync',
  ],
  [
    'our holiday pictures go on the website and nobody should learn where we live',
    'unix-recipes:images-and-media/strip-photo-metadata',
  ],
  [
    'tests passed three months ago and fail today, which of 500 changes is guilty',
    'unix-recipes:git/bisect-a-regression',
  ],
  [
    'there are gigabytes left yet the server says it cannot create any new file',
    'unix-recipes:system-inspection/find-what-fills-a-disk',
  ],
  [
    'pick ten thousand random lines out of a 200 GB log so that I get the same ones again tomorrow',
    'data-recipes:sampling/sample-rows-from-a-large-file',
  ],
  ['weird characters like Ã©', 'data-recipes:encodings/repair-mojibake'],
  ['which commit introduced the bug', 'unix-recipes:git/bisect-a-regression'],
  ['run a script every night at 3', 'unix-recipes:time-and-scheduling/run-jobs-with-cron'],
  ['my server is very slow, what is using the cpu', 'unix-recipes:system-inspection/diagnose-a-slow-machine'],
  ['the load average is 12 on a machine with 4 cores', 'unix-recipes:system-inspection/diagnose-a-slow-machine'],
  ['my docker container keeps restarting', 'unix-recipes:containers/diagnose-containers'],
  ['the container exits immediately with code 127', 'unix-recipes:containers/diagnose-containers'],
  ['the REST API only gives me 100 results per call, I need all of them', 'data-recipes:json/fetch-a-paged-api'],
  ['download everything from an endpoint with next page links and rate limits', 'data-recipes:json/fetch-a-paged-api'],
];

/** One short question a recipe, as somebody types it who does not know that there is one. */
const SHORT_QUESTIONS: readonly (readonly [question: string, id: string])[] = [
  [
    'make a backup of a folder into one file and restore a single file from it',
    'unix-recipes:archives/back-up-with-tar',
  ],
  ['which compression is best for big log files', 'unix-recipes:archives/choose-a-compressor'],
  ['file names are garbled after unzipping on windows', 'unix-recipes:archives/zip-across-systems'],
  ['copy a postgres database to another server', 'unix-recipes:databases/dump-and-restore-postgres'],
  ['postgres query hangs and never returns', 'unix-recipes:databases/find-blocking-postgres-queries'],
  ['database is locked error', 'unix-recipes:databases/speed-up-sqlite'],
  ['find identical photos on my disk', 'unix-recipes:files/find-duplicate-files'],
  ['rename all files to lowercase', 'unix-recipes:files/rename-in-bulk'],
  ['my script left a half written config file after a crash', 'unix-recipes:files/replace-a-file-atomically'],
  ['permission denied although I am in the group', 'unix-recipes:files/set-permissions-and-acls'],
  ['I committed a password by accident', 'unix-recipes:git/remove-secrets-from-history'],
  ['when was this function deleted and by whom', 'unix-recipes:git/search-code-history'],
  ['trim the first 30 seconds of a video', 'unix-recipes:images-and-media/cut-and-join-video'],
  ['make thumbnails of all jpgs', 'unix-recipes:images-and-media/resize-and-convert-images'],
  ['video file is too big to send', 'unix-recipes:images-and-media/transcode-for-sharing'],
  ['my internet connection drops and video calls stutter', 'unix-recipes:network-diagnosis/find-packet-loss'],
  ['why is my website slow to respond', 'unix-recipes:network-diagnosis/time-http-requests'],
  ['could not resolve host', 'unix-recipes:network-diagnosis/trace-dns-answers'],
  ['convert word documents to pdf', 'unix-recipes:pdf-and-office/convert-office-documents'],
  ['get the text out of a pdf', 'unix-recipes:pdf-and-office/extract-text-from-pdf'],
  ['combine several pdfs into one', 'unix-recipes:pdf-and-office/split-and-merge-pdf'],
  ['which files can everybody write to on this server', 'unix-recipes:security/audit-risky-permissions'],
  ['encrypt a file with a password', 'unix-recipes:security/encrypt-files'],
  ['permission denied (publickey)', 'unix-recipes:security/manage-ssh-keys'],
  ['check the sha256 of a download', 'unix-recipes:security/verify-downloads'],
  ['process killed out of memory', 'unix-recipes:system-inspection/explain-memory-use'],
  ['why did my service fail last night', 'unix-recipes:system-inspection/read-the-journal'],
  ['deleted a big file but the disk is still full', 'unix-recipes:system-inspection/recover-space-from-deleted-files'],
  ['log file grows without limit', 'unix-recipes:system-inspection/rotate-logs'],
  ['which config file does this program read', 'unix-recipes:system-inspection/trace-system-calls'],
  ['bad interpreter ^M', 'unix-recipes:text/fix-encodings-and-line-ends'],
  ['find a string in all files of a directory', 'unix-recipes:text/search-text-with-grep'],
  ['sum the second column of a text file', 'unix-recipes:text/select-columns-with-awk'],
  ['convert unix timestamp to a date', 'unix-recipes:time-and-scheduling/convert-times-between-zones'],
  ['make sure only one copy of my script runs', 'unix-recipes:time-and-scheduling/prevent-overlapping-runs'],
  ['retry a flaky command with backoff', 'unix-recipes:time-and-scheduling/retry-with-timeouts'],
  ['systemd timer does not fire', 'unix-recipes:time-and-scheduling/run-jobs-with-systemd-timers'],
  ['select columns of a csv with quoted commas on the command line', 'data-recipes:csv/csv-reshape-with-miller'],
  ['timestamps are one hour off after daylight saving', 'data-recipes:dates/time-zones-and-dst'],
  ['run sql on a csv file without importing it', 'data-recipes:duckdb/duckdb-query-files'],
  ['two names look identical but do not match', 'data-recipes:encodings/normalize-unicode-keys'],
  ['convert json to csv', 'data-recipes:json/json-to-csv-with-jq'],
  ['nested json arrays into sql tables', 'data-recipes:json/json-to-related-tables'],
  ['convert csv to parquet', 'data-recipes:parquet/csv-to-parquet'],
  ['draw a chart without a display', 'data-recipes:plotting/gnuplot-from-csv'],
  ['publication quality figure in python', 'data-recipes:plotting/matplotlib-figures'],
  ['show the distribution of numbers in the terminal', 'data-recipes:plotting/terminal-histogram'],
  ['split data into training and test set', 'data-recipes:sampling/split-train-and-test'],
  ['import a csv into sqlite', 'data-recipes:sqlite/csv-into-sqlite'],
  ['turn rows into columns', 'data-recipes:sqlite/pivot-and-unpivot'],
  ['why does sqlite not use my index', 'data-recipes:sqlite/sqlite-slow-query'],
  ['latest order of each customer', 'data-recipes:sqlite/sqlite-window-functions'],
  ['confidence interval for a median', 'data-recipes:statistics/bootstrap-intervals'],
  ['is the conversion rate of variant B really better', 'data-recipes:statistics/compare-proportions'],
  ['are these two sets of timings different', 'data-recipes:statistics/compare-two-groups'],
  ['does x cause y or is it just correlated', 'data-recipes:statistics/correlation-and-confounding'],
  ['compute p95 latency', 'data-recipes:statistics/summarize-a-column'],
  ['is my forecast any good', 'data-recipes:time-series/forecast-baseline-and-backtest'],
  ['count events per hour including empty hours', 'data-recipes:time-series/resample-and-fill-gaps'],
  ['seven day moving average', 'data-recipes:time-series/rolling-windows-without-leakage'],
  ['what to do with missing values', 'data-recipes:validation/missing-values'],
  ['check data quality before loading', 'data-recipes:validation/table-rules-in-sql'],
  ['validate json records against rules', 'data-recipes:validation/validate-json-records'],
  ['docker image is far too large', 'unix-recipes:containers/diagnose-containers'],
  ['cannot connect to the port of my container', 'unix-recipes:containers/diagnose-containers'],
  ['laptop fan is running and everything is slow', 'unix-recipes:system-inspection/diagnose-a-slow-machine'],
  ['api pagination with curl', 'data-recipes:json/fetch-a-paged-api'],
  ['too many requests 429', 'data-recipes:json/fetch-a-paged-api'],
];

const view = (
  await openCatalog({ roots: [{ id: 'bundled', kind: 'bundled', path: collectionsFolder }], cache: false })
).view();

describe('a question in plain words', () => {
  it.each(QUESTIONS)('"%s" finds %s first', async (query, id) => {
    const { skills } = await view.searchSkills({ query, limit: 3 });
    expect(skills.map((skill) => skill.id)[0]).toBe(id);
  });

  it.each(SHORT_QUESTIONS)('"%s" finds %s among the first three', async (query, id) => {
    const { skills } = await view.searchSkills({ query, limit: 3 });
    expect(skills.map((skill) => skill.id)).toContain(id);
  });
});
