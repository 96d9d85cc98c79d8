import { serveWork } from '../../../src/kit/work/serve-work.ts';
import { parseAgentMessageInSteps } from './understand.ts';

serveWork(parseAgentMessageInSteps);
