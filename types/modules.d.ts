declare module '*.sql' {
  const text: string;
  export default text;
}
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.svg' {
  const path: string;
  export default path;
}
declare module '*.ps1' {
  const text: string;
  export default text;
}
declare module '*.sh' {
  const text: string;
  export default text;
}
declare module '*.cs' {
  const text: string;
  export default text;
}
declare module '*.md' {
  const text: string;
  export default text;
}
declare module '*.webp' {
  const path: string;
  export default path;
}
