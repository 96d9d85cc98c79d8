import { serveWork } from '../../kit/work/serve-work.ts';
import { parseRecordsInChunks } from './records.ts';

serveWork(parseRecordsInChunks);
