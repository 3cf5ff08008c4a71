#!/usr/bin/env bash
# Kassa from a shell, one file to copy from: create, query and refund a payment, verify a webhook.
# Needs bash, curl, openssl and the system's own awk, sort, tr, od. The awk program below reads any JSON, so every body
# can be signed; only U+0000 inside a text is lost in some versions of awk.
#
#     ./kassa.sh first-payment                           creates an order, waits for its payment, refunds a part
#     ./kassa.sh call METHOD PATH [< body.json]          makes any signed call
#     ./kassa.sh verify-webhook ID TIMESTAMP SIGNATURE < body
#
# Settings: KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL and KASSA_WEBHOOK_SECRET (during a
# rotation, both secrets with a space between them), or the .kassa/demo.json of a running sandbox in this folder.
set -euo pipefail

# region json
# json canonical       writes the canonical body: sorted key=value pairs, joined with &
# json get PATH        writes the value at a path such as data.pay_url, or nothing if there is none
# json list            writes every value as it is written in the body, one per line: path, tab, JSON
json() {
  LC_ALL=C awk -v mode="$1" -v wanted="${2:-}" '
    { text = text $0 "\n" }
    END {
      at = 1
      short["\""] = "\""; short["\\"] = "\\"; short["/"] = "/"; short["b"] = "\b"; short["f"] = "\f"
      short["n"] = "\n"; short["r"] = "\r"; short["t"] = "\t"
      if (peek() != "{") fail("the body must be a JSON object")
      object("", 1)
      if (peek() != "") fail("text after the end")
      if (mode == "canonical") write()
    }
    function fail(why) { print "not JSON at byte " at ": " why > "/dev/stderr"; exit 1 }
    function peek(  c) {
      while ((c = substr(text, at, 1)) == " " || c == "\t" || c == "\n" || c == "\r") at++
      return c
    }
    function take(c) { if (peek() != c) return 0; at++; return 1 }
    function token(pattern, what,  rest) {
      rest = substr(text, at)
      if (!match(rest, pattern)) fail(what " was expected")
      at += RLENGTH
      return substr(rest, 1, RLENGTH)
    }
    function string() { peek(); return token("^\"([^\"\\\\\001-\037]|\\\\[\"\\\\/bfnrtu])*\"", "a string") }
    function object(path, top,  name, before) {
      before = pairs
      at++
      if (!take("}")) {
        do {
          name = unescape(string())
          if (!take(":")) fail("a colon was expected")
          if (mode == "canonical") name = encode(name, 1)
          value(top ? name : path "." name, 1)
        } while (take(","))
        if (!take("}")) fail("the end of an object was expected")
      }
      if (pairs == before && !top) add(path, "{}", "{}")
    }
    function array(path,  n) {
      at++
      if (take("]")) { add(path, "[]", "[]"); return }
      do value(path "[" n++ + 0 "]", 0); while (take(","))
      if (!take("]")) fail("the end of an array was expected")
    }
    function value(path, may_be_null,  c, word) {
      c = peek()
      if (c == "{") object(path, 0)
      else if (c == "[") array(path)
      else if (c == "\"") { word = string(); add(path, text_of(unescape(word)), word) }
      else if (c ~ /[tfn]/) {
        word = token("^(true|false|null)", "a value")
        if (word != "null") add(path, word, word)
        else if (mode == "canonical" && !may_be_null) fail("null is not allowed inside an array")
      } else {
        # A number is signed as it is written in the body: 10.00 stays 10.00.
        word = token("^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?", "a value")
        add(path, word, word)
      }
    }
    function add(path, plain, source) {
      pairs++
      keys[pairs] = path; values[pairs] = plain
      if (mode == "list") print path "\t" source
      if (mode == "get" && path == wanted) { printf "%s", plain; exit 0 }
    }
    function text_of(plain) {
      if (mode != "canonical") return plain
      # Unescaped, these two strings would look like an empty object and an empty array.
      return plain == "{}" ? "%7B}" : plain == "[]" ? "%5B]" : encode(plain, 0)
    }
    function encode(plain, is_key) {
      gsub(/%/, "%25", plain); gsub(/&/, "%26", plain)
      if (is_key) { gsub(/=/, "%3D", plain); gsub(/[.]/, "%2E", plain); gsub(/\[/, "%5B", plain); gsub(/\]/, "%5D", plain) }
      return plain
    }
    function unescape(quoted,  out, i, c, code) {
      quoted = substr(quoted, 2, length(quoted) - 2)
      while ((i = index(quoted, "\\")) > 0) {
        out = out substr(quoted, 1, i - 1); c = substr(quoted, i + 1, 1); quoted = substr(quoted, i + 2)
        if (c != "u") { out = out short[c]; continue }
        code = hex(substr(quoted, 1, 4)); quoted = substr(quoted, 5)
        if (code >= 55296 && code <= 56319) {
          code = 65536 + (code - 55296) * 1024 + hex(substr(quoted, 3, 4)) - 56320; quoted = substr(quoted, 7)
        }
        out = out utf8(code)
      }
      return out quoted
    }
    function hex(digits,  i, n) {
      if (digits !~ /^[0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f][0-9A-Fa-f]$/) fail("four hexadecimal digits were expected")
      for (i = 1; i <= 4; i++) n = n * 16 + index("0123456789abcdef", tolower(substr(digits, i, 1))) - 1
      return n
    }
    function utf8(code) {
      if (code < 128) return sprintf("%c", code)
      if (code < 2048) return sprintf("%c%c", 192 + int(code / 64), 128 + code % 64)
      if (code < 65536) return sprintf("%c%c%c", 224 + int(code / 4096), 128 + int(code / 64) % 64, 128 + code % 64)
      return sprintf("%c%c%c%c", 240 + int(code / 262144), 128 + int(code / 4096) % 64, 128 + int(code / 64) % 64, 128 + code % 64)
    }
    # Sort by the bytes of the key alone, not by the whole line.
    function write(  i, j, key, plain) {
      for (i = 2; i <= pairs; i++) {
        key = keys[i]; plain = values[i]
        for (j = i - 1; j > 0 && keys[j] "" > key ""; j--) { keys[j + 1] = keys[j]; values[j + 1] = values[j] }
        keys[j + 1] = key; values[j + 1] = plain
      }
      for (i = 1; i <= pairs; i++) printf "%s%s=%s", (i > 1 ? "&" : ""), keys[i], values[i]
    }
  '
}

# Writes a text as a JSON string, for the bodies that this file builds.
json_string() {
  local text=${1//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\r'/\\r}
  printf '"%s"' "${text//$'\t'/\\t}"
}
# endregion json

# region signing
sha256() { openssl dgst -sha256 -r | cut -d ' ' -f 1; }

# The raw pairs of the query as they are sent, sorted by key and then by value.
sort_query() {
  [[ -z $1 ]] || printf '%s\n' "$1" | tr '&' '\n' | LC_ALL=C sort -s -t = -k 1,1 -k 2 | paste -s -d '&' -
}

# string_to_sign METHOD PATH QUERY BODY_FILE TIMESTAMP NONCE: the six signed lines. Without a body, BODY_FILE is empty.
string_to_sign() {
  local hash=''
  [[ -z $4 ]] || hash=$(json canonical <"$4" | sha256)
  printf '%s\n%s\n%s\n%s\n%s\n%s' "$1" "$2" "$(sort_query "$3")" "$hash" "$5" "$6"
}

# sign KEY_FILE: signs standard input, RSASSA-PKCS1-v1_5 with SHA-256, in Base64.
sign() { openssl dgst -sha256 -sign "$1" | openssl base64 -A; }
# endregion signing

# region client
# call METHOD TARGET [BODY_FILE]: signs and sends these bytes; writes the answer, fails unless its code is 200.
# When curl fails (no answer, a timeout), repeat the identical call: with your own ID, a create or a refund
# happens only once. Each call is signed anew.
call() {
  local method=$1 target=$2 body=${3:-} query='' timestamp nonce signature answer
  [[ $target != *\?* ]] || query=${target#*\?}
  timestamp=$(date +%s)000
  nonce=$(openssl rand -hex 16)
  signature=$(string_to_sign "$method" "${target%%\?*}" "$query" "$body" "$timestamp" "$nonce" | sign "$private_key_file")
  answer=$(curl --silent --show-error --globoff --path-as-is --max-time 30 --request "$method" \
    --header 'Content-Type: application/json' --header "X-Merchant-Id: $merchant_id" \
    --header "X-Timestamp: $timestamp" --header "X-Nonce: $nonce" --header "X-Signature: $signature" \
    ${body:+--data-binary "@$body"} "$base_url$target")
  if [[ $(json get code <<<"$answer") != 200 ]]; then
    explain "$answer" >&2
    return 1
  fi
  printf '%s\n' "$answer"
}

# Shows why the gateway refused a call. With INVALID_SIGNATURE, the sandbox also returns the six lines as it built them.
explain() {
  local get=(json get) lines
  lines=$("${get[@]}" error.debug.string_to_sign <<<"$1")
  [[ -z $lines ]] || printf 'The gateway built these lines:\n%s\n' "$lines"
  printf '%s (%s): %s [request %s]\n' "$("${get[@]}" msg <<<"$1")" "$("${get[@]}" code <<<"$1")" \
    "$("${get[@]}" error.detail <<<"$1")" "$("${get[@]}" error.request_id <<<"$1")"
  json list <<<"$1" | sed -n 's/^error\.fields\[[0-9]*\]\.[a-z]*\t/  /p'
}
# endregion client

# region webhook
# verify_webhook ID TIMESTAMP SIGNATURE BODY_FILE SECRETS: succeeds if one of the secrets signed the raw body and it is
# fresh (within 300 s of NOW, which is the current time unless given).
verify_webhook() {
  local id=$1 timestamp=$2 rest="$3 " body=$4 now=${6:-$(date +%s)} secret key expected candidate salt age
  if [[ $id == *.* || ! $timestamp =~ ^[0-9]{1,12}$ ]]; then
    echo 'refused: webhook-id or webhook-timestamp is malformed' >&2
    return 1
  fi
  age=$((now - 10#$timestamp))
  if ((age > 300 || age < -300)); then
    echo "refused: webhook-timestamp is too far from this machine's clock" >&2
    return 1
  fi
  salt=$(openssl rand -hex 16)
  while [[ -n $rest ]]; do # while a secret is rotated there are several signatures
    candidate=${rest%% *}
    rest=${rest#* }
    for secret in $5; do
      key=$(webhook_key "$secret") || return 1
      # The key is on the command line for a moment, where other users of this machine can see it.
      expected=v1,$({ printf '%s.%s.' "$id" "$timestamp" && cat "$body"; } |
        openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
      # Compare the signatures by a hash that nobody can predict, so that the time reveals nothing about them.
      [[ $(printf %s "$salt$candidate" | sha256) != "$(printf %s "$salt$expected" | sha256)" ]] || return 0
    done
  done
  echo 'refused: no signature matches: another secret, or the body is not the raw one' >&2
  return 1
}

# The key inside a whsec_… secret, in hexadecimal.
webhook_key() {
  local text=${1#whsec_} key
  key=$(printf %s "$text" | openssl base64 -d -A 2>/dev/null | od -An -v -tx1 | tr -d ' \n')
  # openssl skips characters that are not Base64. So encode the key again, and require the same text.
  if [[ $1 != whsec_* || ${#key} -lt 48 || ${#key} -gt 128 ||
    $(printf %s "$text" | openssl base64 -d -A 2>/dev/null | openssl base64 -A) != "$text" ]]; then
    echo 'a webhook secret is "whsec_" and the Base64 of 24 to 64 bytes' >&2
    return 1
  fi
  printf %s "$key"
}
# endregion webhook

first_payment() {
  local number state answer refund_number status
  number=shell-$(date +%s)-$RANDOM
  cat >"$scratch/order.json" <<JSON
{
  "merchant_transaction_id": "$number",
  "amount": 10.00,
  "currency_code": "USD",
  "redirect_url": "https://shop.example/thanks",
  "products": [{"product_id": "p1", "name": $(json_string 'Coffee & cake'), "price": 5.00, "quantity": 2}]
}
JSON
  answer=$(call POST /api/merchant/payment/create "$scratch/order.json")
  echo "Order $(json get data.order_id <<<"$answer") was created. Pay here with 4242 4242 4242 4242:"
  json get data.pay_url <<<"$answer"
  echo

  # A shop waits for the webhook order.payment.succeeded instead. After PAY_FAIL, the consumer can try another card.
  while :; do
    answer=$(call GET "/api/merchant/order/payment/query/$number")
    state=$(json get data.state <<<"$answer")
    [[ $state =~ ^(INIT|PAYING|PAY_FAIL)$ ]] || break
    sleep 1
  done
  if [[ $state != PAY_SUCCESS ]]; then
    echo "The order ended as $state." >&2
    return 1
  fi
  echo "Paid: $(json get data.amount <<<"$answer") $(json get data.currency_code <<<"$answer") by $(json get data.payment_method <<<"$answer")."

  refund_number=$number-r1
  cat >"$scratch/refund.json" <<JSON
{
  "transaction_id": "$refund_number",
  "original_transaction_id": "$number",
  "currency_code": "USD",
  "amount": 4.00,
  "reason": $(json_string 'one piece came back')
}
JSON
  call POST /api/merchant/payment/refund "$scratch/refund.json" >"$scratch/answer"
  while :; do
    answer=$(call GET "/api/merchant/order/refund/query/$refund_number")
    status=$(json get data.status <<<"$answer")
    ((status < 2)) || break
    sleep 1
  done
  echo "Refund $refund_number of $(json get data.amount <<<"$answer") $(json get data.currency_code <<<"$answer") ended with status $status."
  answer=$(call GET "/api/merchant/order/payment/query/$number")
  echo "The order is $(json get data.state <<<"$answer")."
}

# setting NAME MEMBER: from the environment, or from the file of a running sandbox.
setting() {
  local value=${!1:-}
  if [[ -z $value && -e .kassa/demo.json ]]; then value=$(json get "$2" <.kassa/demo.json); fi
  if [[ -z $value ]]; then
    echo "Set $1, or run this where \`npm start\` has made .kassa/demo.json." >&2
    return 1
  fi
  printf %s "$value"
}

main() {
  merchant_id=$(setting KASSA_MERCHANT_ID merchant_id)
  private_key_file=$(setting KASSA_PRIVATE_KEY_FILE private_key_file)
  base_url=$(setting KASSA_BASE_URL merchant_base_url)
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  case "${1:-} $#" in
    'first-payment 1') first_payment ;;
    'call 3')
      if [[ $2 == POST ]]; then
        cat >"$scratch/body"
        call "$2" "$3" "$scratch/body"
      else
        call "$2" "$3"
      fi
      ;;
    'verify-webhook 4')
      cat >"$scratch/body"
      verify_webhook "$2" "$3" "$4" "$scratch/body" "$(setting KASSA_WEBHOOK_SECRET webhook_secret)"
      echo "genuine: $(json get event_type <"$scratch/body") of $(json get data.merchant_transaction_id <"$scratch/body")"
      ;;
    *)
      echo 'Commands: first-payment, call, verify-webhook. See the head of this file.' >&2
      return 1
      ;;
  esac
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then main "$@"; fi
