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

const view = (
  await openCatalog({ roots: [{ id: 'bundled', kind: 'bundled', path: collectionsFolder }], cache: false })
).view();

describe('a question in plain words', () => {
  it.each(QUESTIONS)('"%s" finds %s first', async (query, id) => {
    const { skills } = await view.searchSkills({ query, limit: 3 });
    expect(skills.map((skill) => skill.id)[0]).toBe(id);
  });
});
