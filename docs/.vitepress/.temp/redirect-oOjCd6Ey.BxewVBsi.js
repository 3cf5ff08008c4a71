function e({ submission: e2 }) {
  return { pay: () => e2.payByService(`REDIRECT`), clear: () => void 0 };
}
export {
  e as createRenderer
};
