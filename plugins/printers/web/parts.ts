/** What printers are shown with, loaded as one when the first of it is opened. */
export { AssetPrintersTab } from './asset-printers-tab.tsx';
export { InstallPage } from './install-page.tsx';
export { ModelsPage } from './models-page.tsx';
export { SuppliesTab } from './supplies-tab.tsx';
export { UsersTab } from './users-tab.tsx';
export { WallPage } from './wall-page.tsx';
