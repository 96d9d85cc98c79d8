/** A kind of request that is sent to each contender. */
export interface Case {
  name: string;
  /** Minimum share of the throughput of the baseline. Absent when the baseline has no such route. */
  target?: number;
  /** Returns the n-th request as raw HTTP/1.1. */
  request(n: number, token: string): string;
}

const head = (token: string) =>
  `Host: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nConnection: keep-alive\r\n`;
const get = (path: string, token: string) => `GET ${path} HTTP/1.1\r\n${head(token)}\r\n`;
let made = 0;

/** The requests of a busy site in one minute. */
const ROTATION = [
  '/api/assets?per_page=25',
  '/api/assets/17',
  '/api/assets/17/history',
  '/api/assets/17/relationships',
  '/api/assets/17/communications',
  '/api/assets/17/customfields',
  '/api/vendors',
  '/api/vendors/1',
  '/api/models',
  '/api/locations',
  '/api/locations/1',
  '/api/assets/types',
  '/api/assets/statuses',
  '/api/businessunits',
  '/api/operatingsystems',
  '/api/protocols',
  '/api/applications',
  '/api/supportteams',
  '/api/assets/relationshiptypes',
  '/api/computers',
  '/api/users',
  '/api/users/roles',
  '/api/auth/me',
  '/api/savedviews?page=assets',
  '/api/customfields',
  '/api/settings',
];

/** Returns the compared kinds of requests, for a database with this number of assets. */
export const buildCases = (assets: number): Case[] => [
  {
    name: `list of 100 out of ${assets}, two filters`,
    target: 0.7,
    request: (n, token) =>
      get(
        `/api/assets?per_page=100&page=${1 + (n % 5)}&statusid=${1 + (n % 4)}&typeid=${1 + (n % 7)}`,
        token,
      ),
  },
  {
    name: 'one asset',
    target: 0.5,
    request: (n, token) => get(`/api/assets/${1 + ((n * 7919) % assets)}?include_type_data=false`, token),
  },
  {
    name: 'create an asset',
    target: 0.4,
    request: (_n, token) => {
      const body = JSON.stringify({
        assetnumber: `B-${process.pid}-${made++}`,
        assettypeid: 2,
        name: 'A new lathe',
      });
      return `POST /api/assets HTTP/1.1\r\n${head(token)}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    },
  },
  { name: '26 endpoints in rotation', request: (n, token) => get(ROTATION[n % ROTATION.length]!, token) },
];
