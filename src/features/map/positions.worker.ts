import { serveWork } from '../../kit/work/serve-work.ts';
import { parsePositionsInChunks } from './position-pieces.ts';

serveWork(parsePositionsInChunks);
