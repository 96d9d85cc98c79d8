import { serveWork } from '../../kit/work/serve-work.ts';
import { readInPieces } from './position-pieces.ts';

serveWork(readInPieces);
