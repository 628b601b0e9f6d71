import fc from 'fast-check';

// The gate runs the same cases every time; `FC_SEED=random` (or a number) looks for new ones.
const given = process.env['FC_SEED'];
if (given !== 'random') fc.configureGlobal({ seed: given === undefined ? 20_261_130 : Number(given) });
