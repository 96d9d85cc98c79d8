import leaflet from 'leaflet/dist/leaflet.css' with { type: 'text' };
import { addPageStyles } from '../../parts/page-styles.ts';
import frame from './map.css' with { type: 'text' };
import panel from './map-panel.css' with { type: 'text' };
import pins from './map-pins.css' with { type: 'text' };
import print from './map-print.css' with { type: 'text' };

addPageStyles('map', [leaflet, frame, pins, panel, print]);
