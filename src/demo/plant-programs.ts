import type { Random } from './random.ts';

export interface PlantProgram {
  name: string;
  version: string;
}

/** Programs with their versions, newest first; the most common programs first. */
const PROGRAMS = `
Microsoft Edge|138.0.3351.83,137.0.3296.93,131.0.2903.112
Microsoft Visual C++ 2015-2022 Redistributable (x64)|14.42.34433,14.38.33135,14.34.31938
7-Zip|24.09,23.01,19.00
Microsoft .NET Runtime 8|8.0.17,8.0.11,8.0.4
Adobe Acrobat Reader|25.001.20566,24.005.20320,23.008.20470
Google Chrome|138.0.7204.97,137.0.7151.120,131.0.6778.205
Microsoft 365 Apps|16.0.18925.20138,16.0.17928.20336
Microsoft OneDrive|25.105.0601,24.226.1110
Mozilla Firefox ESR|128.12.0,128.5.0,115.18.0
Notepad++|8.8.2,8.6.9,7.9.5
VLC media player|3.0.21,3.0.18
Microsoft Teams|25153.1010.3727,24295.605.3225
Java 8 Runtime|8.0.4510.10,8.0.4310.10,8.0.2020.8
Microsoft .NET Framework 4.8|4.8.09037,4.8.04084
Intel Graphics Driver|32.0.101.6874,31.0.101.5186
Realtek Audio Driver|6.0.9662.1,6.0.9205.1
PuTTY|0.83,0.80,0.76
WinSCP|6.5.1,6.3.5,5.21.8
KeePass|2.58,2.56
Greenshot|1.2.10.6
Plant VPN Client|5.1.8,5.0.15,4.10.7
Shield Endpoint Protection|7.4.2,7.3.9,7.1.1
Asset Label Printer|2.4.0,2.3.1
Remote Help|3.12.1,3.9.0
TightVNC|2.8.85,2.8.63
Git|2.50.0,2.47.1
Python 3.12|3.12.10,3.12.4
Visual Studio Code|1.101.2,1.95.3
Microsoft SQL Server 2019 Native Client|15.0.4430.1,15.0.2000.5
ODBC Driver 17 for SQL Server|17.10.6.1,17.8.1.1
Zeblin Label Driver|10.6.14,10.1.2
Papyra Print Service|6.2.1,5.9.0
Papyra Scan Utility|4.1.0,3.8.2
Wireshark|4.4.7,4.2.9
Paint.NET|5.1.8,5.0.13
GIMP|3.0.4,2.10.38
LibreOffice|25.2.4,24.8.3
Inkscape|1.4.2,1.3.2
FreeCAD|1.0.1,0.21.2
PDF Creator|5.3.3,5.1.2
Total Workspace|11.51,10.52
IrfanView|4.72,4.67
CDBurnerXP|4.5.8.7128
TeamNotes|3.2.0,3.1.4
Barcode Studio|16.2,15.9
Cell Monitor|4.8.2,4.7.0,4.2.5
Line Dashboard|2.11.0,2.10.3
Andon Client|3.3.1,3.2.0
Shift Logbook|5.0.4,4.9.2
Downtime Recorder|1.18.0,1.16.2
Order Terminal|7.2.1,7.1.0
Production Data Agent|3.9.5,3.8.1
Press Control HMI|12.4,12.1,11.6
Press Control Runtime|12.4,12.1,11.6
Robot Studio FR|6.15.2,6.12.0
Robot Backup Tool|2.2.0,2.0.7
Weld Parameter Manager|4.4.1,4.2.0
CNC Link|9.1.3,8.7.0,8.2.4
CNC Program Server|5.5.0,5.3.2
Tool Presetter|3.6.0,3.4.8
Tool Crib Client|2.9.1,2.8.0
Grinding Wizard|8.0.2,7.9.9
Furnace Recorder|6.1.0,5.7.3
Paint Recipe Editor|3.0.6,2.9.8
Dosing Control|4.12.0,4.10.5
Vision Inspector|11.2.1,10.8.0
Vision Camera Driver|7.5.0,7.3.2
Torque Collector|2.6.3,2.5.0
Screwdriver Setup|1.9.4,1.8.8
Gauge Reader|3.1.2,3.0.0
CMM Office|2024.2,2023.4,2022.3
CMM Driver|24.1.7,23.4.2
Roughness Analyzer|5.2.0,5.0.1
Measurement Archive|2.3.9,2.2.4
SPC Monitor|9.4.1,9.3.0
Calibration Assistant|1.7.2,1.6.0
Leak Test Studio|4.0.3,3.8.8
Functional Test Runtime|8.6.0,8.4.1
PLC Engineering Suite|19.0,18.0,17.0
PLC Simulator|19.0,18.0
Drive Configurator|5.7.2,5.6.0
Servo Tuning Tool|3.2.1,3.1.0
Fieldbus Scanner|2.4.4,2.2.0
OPC UA Gateway|6.1.8,6.0.2
OPC Classic Core Components|3.00.107
License Server|11.19.6,11.16.2
Dongle Driver|8.43,8.31
Serial Port Mapper|4.2.1,4.0.9
Time Sync Client|4.2.8,4.2.6
Log Shipper|8.18.2,8.15.3
Backup Agent|12.3.1,12.1.2
Patch Agent|6.9.0,6.7.4
Inventory Agent|1.15,1.11
Warehouse Terminal|10.2.0,9.8.3
Scanner Configuration|3.5.7,3.4.1
Weighing Station|2.1.0,2.0.4
Pick by Light|4.3.2,4.1.0
Label Designer|12.5,12.0
Document Viewer 3D|2025.1,2024.3
CAD Mechanical|2025.2,2024.3,2023.1
CAM Works|2025.1,2024.2
Simulation Studio|7.3,7.1
Die Design|14.0,13.2
Electrical Schematics|2.9,2.7
Quality Notifications|5.8.0,5.6.1
Maintenance Planner|6.4.3,6.2.0
Spare Parts Catalogue|3.9.0,3.7.5
Energy Meter Reader|1.12.0,1.10.3
Building Control Client|8.2.0,8.0.6
Access Card Manager|4.7.1,4.5.0
Visitor Registration|2.0.9
Time Clock Client|7.0.2,6.9.8
Canteen Terminal|3.3.0
Training Portal Player|1.5.6,1.4.0
Safety Data Sheets|2.8.1,2.7.0
Legacy Terminal Emulator|9.3,8.6
Spooler Watch|1.2.3
Node.js|22.17.0,20.18.1
PostgreSQL ODBC|17.0.5,16.0.0
Chrome Remote Display|1.9.1
Sign Player|6.0.3,5.8.2
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', versions = ''] = line.split('|');
    return { name, versions: versions.split(',') };
  });

/** Returns 5 to 40 programs. Common ones are on most computers; each has one version, mostly the newest. */
export function listDemoPrograms(random: Random): PlantProgram[] {
  const wanted = random.whole(5, 40);
  const chosen = new Set<number>();
  while (chosen.size < wanted) chosen.add(Math.floor(random.fraction() ** 1.7 * PROGRAMS.length));
  return [...chosen].map((index) => {
    const { name, versions } = PROGRAMS[index]!;
    return { name, version: versions[Math.floor(random.fraction() ** 2 * versions.length)]! };
  });
}

export const PLANT_PROGRAM_COUNT = PROGRAMS.length;
