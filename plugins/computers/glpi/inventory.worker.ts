import { serveWork } from '../../../src/kit/work/serve-work.ts';
import { parseAgentMessageInSteps } from './parse-agent-message.ts';

serveWork(parseAgentMessageInSteps);
