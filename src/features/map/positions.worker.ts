import { serveWork } from '../../kit/work/serve-work.ts';
import { parsePositionsInChunks } from './parse-positions.ts';

serveWork(parsePositionsInChunks);
