// A server process for tests of stdio: the catalog is made up, and everything around it is noisy.

import { serveStdio } from '../../../../src/surface/mcp/serve.ts';
import { skillText } from '../../../support/tree.ts';
import { fakeCatalog, fakeDisk } from './fake-catalog.ts';

const disk = fakeDisk({
  bio: { a: { 'SKILL.md': skillText('bio-a', 'Does a.'), 'big.bin': Buffer.alloc(2 * 1024 * 1024, 0xff) } },
  'root-p': {
    'odd\nfolder\u001b[31m': { 'SKILL.md': '---\nname: [\n---\n' },
    huge: { 'SKILL.md': skillText('huge', 'word '.repeat(200)), 'huge.bin': Buffer.alloc(17 * 1024 * 1024) },
  },
});

await serveStdio({
  async open() {
    console.log('a library says hello');
    console.info('and again');
    process.emitWarning('a deprecated thing was used', 'DeprecationWarning');
    const catalog = fakeCatalog(disk);
    const refresh = catalog.refresh.bind(catalog);
    catalog.refresh = () => {
      console.log('looking');
      return refresh();
    };
    return { catalog, view: catalog.view() };
  },
  version: '1',
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
});
// As the command line does.
process.exit();
