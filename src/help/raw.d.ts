/** The text of a file, put in when the program is built. */
declare module '*?raw' {
  const text: string;
  export default text;
}
