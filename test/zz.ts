import { fuzz } from './fuzz/run.ts';

const r = await fuzz(Number(process.argv[2]), Number(process.argv[3] ?? 1));
console.log(JSON.stringify(r, null, 1).slice(0, 6000));
process.exit(0);
