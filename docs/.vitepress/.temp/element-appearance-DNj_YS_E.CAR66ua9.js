function e({ variables: e2 = {}, rules: t }) {
  let { colorBorder: n, ...r } = e2, i = n ? { borderColor: n } : {};
  return { variables: r, rules: { ...t, ".Input": { ...i, ...t == null ? void 0 : t[`.Input`] } } };
}
export {
  e
};
