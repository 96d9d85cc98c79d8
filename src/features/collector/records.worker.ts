import { serveWork } from '../../kit/work/serve-work.ts';
import { readInPieces } from './records.ts';

serveWork(readInPieces);
