import { createRoot } from 'react-dom/client';
import { pluginPages } from '../../plugins/web.ts';
import { App } from './app.tsx';
import { BUILTIN_PAGES } from './pages/builtin.ts';
import { createAppRouter } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks the element #root');
createRoot(root).render(<App router={createAppRouter([...BUILTIN_PAGES, ...pluginPages])} />);
