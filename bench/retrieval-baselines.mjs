// MiniSearch as most people would use it, and as well as we could set it up: what the ranking is measured against.
import { stem } from '../dist/catalog/search/text/stem.js';
import { STOP_WORDS } from '../dist/catalog/search/text/stop-words.js';

const fields = ['name', 'description', 'headings', 'body'];

export const options = {
  'minisearch, plain': { fields },
  'minisearch, tuned': {
    fields,
    processTerm: (term) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : stem(word);
    },
    searchOptions: { boost: { name: 3, description: 2, headings: 1.5 } },
  },
};
