import tseslint from "typescript-eslint";

// A handful of checks that the compiler does not make.
export default tseslint.config(
  {
    files: ["src/**/*.ts"],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    plugins: { "@typescript-eslint": tseslint.plugin },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    // Elsewhere a request goes through one of these: the last two limit the wait for its answer.
    files: ["src/{page,renderer,worker,worklet,shared}/**/*.ts"],
    ignores: ["src/shared/retryafter.ts", "src/page/http.ts", "src/worker/http.ts"],
    rules: {
      "no-restricted-globals": ["error", { name: "fetch", message: "Use http.ts, which limits the wait." }],
    },
  },
);
