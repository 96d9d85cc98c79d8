import agents from '../../../../docs/agents.md' with { type: 'text' };
import api from '../../../../docs/api.md' with { type: 'text' };
import backup from '../../../../docs/backup-and-upgrade.md' with { type: 'text' };
import commandLine from '../../../../docs/command-line.md' with { type: 'text' };
import enforcement from '../../../../docs/enforcement.md' with { type: 'text' };
import firstSteps from '../../../../docs/first-steps.md' with { type: 'text' };
import imports from '../../../../docs/imports.md' with { type: 'text' };
import install from '../../../../docs/install.md' with { type: 'text' };
import kiosks from '../../../../docs/kiosks-and-displays.md' with { type: 'text' };
import monitoring from '../../../../docs/monitoring.md' with { type: 'text' };
import performance from '../../../../docs/performance.md' with { type: 'text' };
import security from '../../../../docs/security.md' with { type: 'text' };
import troubleshooting from '../../../../docs/troubleshooting.md' with { type: 'text' };
import { type Chapter, parseChapter } from './sections.ts';

/** The chapters of the manual in reading order. The name is that of the file in `docs`. */
export const CHAPTERS: readonly Chapter[] = [
  parseChapter('install', install),
  parseChapter('first-steps', firstSteps),
  parseChapter('imports', imports),
  parseChapter('agents', agents),
  parseChapter('enforcement', enforcement),
  parseChapter('kiosks-and-displays', kiosks),
  parseChapter('backup-and-upgrade', backup),
  parseChapter('monitoring', monitoring),
  parseChapter('security', security),
  parseChapter('api', api),
  parseChapter('command-line', commandLine),
  parseChapter('performance', performance),
  parseChapter('troubleshooting', troubleshooting),
];
