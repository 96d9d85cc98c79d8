declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.css';
declare module '*.svg' {
  const path: string;
  export default path;
}
