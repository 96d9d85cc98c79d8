import { createRoot } from 'react-dom/client';
import { pluginWebs } from '../plugins/web.ts';
import { dropDataOfEndedSessions } from './web/api/session-data.ts';
import { App } from './web/app.tsx';
import { BUILTIN_PAGES, builtinWeb } from './web/pages/builtin.ts';
import { createAppRouter } from './web/router.tsx';
import { publishStyleNonce } from './web/style-nonce.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks the element #root');
publishStyleNonce();
// Subscribes before any component, so that none renders the data of the previous user.
dropDataOfEndedSessions();
const pages = pluginWebs.flatMap((plugin) => plugin.pages ?? []);
createRoot(root).render(
  <App router={createAppRouter([...BUILTIN_PAGES, ...pages])} parts={[builtinWeb, ...pluginWebs]} />,
);
