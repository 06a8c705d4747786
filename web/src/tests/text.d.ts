// A file of text, as the bundler reads it.
declare module "*.txt" {
  const text: string;
  export default text;
}
