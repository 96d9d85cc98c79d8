import { serveWork } from '../../../src/kit/work/serve-work.ts';
import { understandInPieces } from './understand.ts';

serveWork(understandInPieces);
