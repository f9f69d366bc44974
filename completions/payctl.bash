# payctl completion for bash. Generated: do not edit. See: payctl completion --help

__payctl_below() {
  REPLY=
  case $1 in
    '') REPLY='token ewallet qr transfer dd bill slip cpm deeplink profile api batch investigate reconcile find journal store listen smoke console mcp sandbox init config doctor explain openapi completion help' ;;
    'token') REPLY='get status refresh clear login' ;;
    'ewallet') REPLY='create pay inquire cancel refund close' ;;
    'qr') REPLY='create inquire void decode lint render' ;;
    'transfer') REPLY='inquire credit debit' ;;
    'transfer credit') REPLY='initiate confirm send' ;;
    'transfer debit') REPLY='initiate confirm send' ;;
    'dd') REPLY='register registration status charge payment inquire' ;;
    'bill') REPLY='inquire search' ;;
    'slip') REPLY='verify' ;;
    'cpm') REPLY='pay refund' ;;
    'deeplink') REPLY='create inquire' ;;
    'profile') REPLY='customer merchant' ;;
    'batch') REPLY='work status results' ;;
    'reconcile') REPLY='guess' ;;
    'journal') REPLY='list show verify recover settle archive' ;;
    'store') REPLY='init status key rotate-key import export accept-failover accept-async' ;;
    'listen') REPLY='list replay' ;;
    'sandbox') REPLY='serve pay buyer-code consent registration clock faults settings transfer log reset key balance' ;;
    'sandbox registration') REPLY='approve reject' ;;
    'config') REPLY='list use copy rename delete show get set unset set-secret path' ;;
  esac
}

__payctl_options() {
  REPLY=
  case $1 in
    'token'|'token get') REPLY='--raw' ;;
    'token refresh') REPLY='--raw --grant' ;;
    'token clear') REPLY='--grant' ;;
    'token login') REPLY='--auth-code --state --code-challenge --redirect-port --wait --open --response-channel --end-state --application-id --redirect-option --raw-field' ;;
    'ewallet create') REPLY='--tran-type --company-id --terminal-id --out-trade-no --total-fee --save --size --style --theme --raw-field --field --data --as --wait' ;;
    'ewallet pay') REPLY='--tran-type --company-id --terminal-id --out-trade-no --total-fee --buyer-identity-code --raw-field --field --data --as --wait --expect-amount' ;;
    'ewallet inquire') REPLY='--tran-type --company-id --terminal-id --out-trade-no --raw-field --field --data --as --wait' ;;
    'ewallet cancel') REPLY='--tran-type --company-id --terminal-id --out-trade-no --raw-field --field --data --as --wait --expect-amount' ;;
    'ewallet refund') REPLY='--tran-type --company-id --terminal-id --out-trade-no --total-fee --raw-field --field --data --as --wait --expect-amount' ;;
    'ewallet close') REPLY='--tran-type --company-id --terminal-id --out-trade-no --raw-field --field --data --as --wait --expect-amount' ;;
    'qr create') REPLY='--qr-type --amount --pp-type --pp-id --ref1 --ref2 --ref3 --number-of-times --expiry-date --merchant-id --terminal-id --invoice --cs-ext-expiry-time --cs-note --cs-user-defined --api --save --size --style --theme --raw-field --field --data --as --wait' ;;
    'qr inquire') REPLY='--qr-id --method --raw-field --field --data --as --wait' ;;
    'qr void') REPLY='--channel-date-time --reversal-type --bp-reference --initiating-party-id --original-message-identification --original-creation-date-time --original-instruction-identification --original-end-to-end-identification --amount --currency --raw-field --field --data --as --wait --expect-amount' ;;
    'qr render') REPLY='--save --size --style --theme' ;;
    'transfer inquire') REPLY='--channel-date-time --tokenizer-id --date-from --date-to --raw-field --field --data --as --wait' ;;
    'transfer credit initiate'|'transfer debit initiate') REPLY='--channel-date-time --partner-transaction-id --corporate-id --objective-code --payer-tax-id --payer-statement-description --payer-account-no --payer-bank-code --payee-tax-id --payee-statement-description --payee-account-no --payee-bank-code --payee-proxy-type --payee-proxy-value --amount --currency --raw-field --field --data --as' ;;
    'transfer credit confirm'|'transfer debit confirm') REPLY='--channel-date-time --tokenizer-id --raw-field --field --data --as --wait --expect-amount' ;;
    'transfer credit send'|'transfer debit send') REPLY='--channel-date-time --partner-transaction-id --corporate-id --objective-code --payer-tax-id --payer-statement-description --payer-account-no --payer-bank-code --payee-tax-id --payee-statement-description --payee-account-no --payee-bank-code --payee-proxy-type --payee-proxy-value --amount --currency --raw-field --field --data --as --wait --expect-amount' ;;
    'dd register') REPLY='--merchant-id --sub-account-id --reg-ref --citizen-id --ref1 --ref2 --remarks --back-url --save --size --style --theme --raw-field --field --data --as --wait' ;;
    'dd registration'|'dd status') REPLY='--merchant-id --reg-ref --citizen-id --raw-field --field --data --as --wait' ;;
    'dd charge') REPLY='--merchant-id --sub-account-id --ref-number --ref-date-time --amount --currency --account-number --customer-ref --raw-field --field --data --as --wait --expect-amount' ;;
    'dd payment'|'dd inquire') REPLY='--merchant-id --ref-number --ref-date-time --customer-ref --raw-field --field --data --as --wait' ;;
    'bill inquire') REPLY='--event-code --transaction-date --biller-id --reference1 --reference2 --partner-transaction-id --amount --raw-field --field --data --as --wait' ;;
    'bill search') REPLY='--message-identification --creation-date-time --payment-message-identification --from-date --to-date --from-amount --to-amount --currency --service-type --include-initiate --proxy-identification-type --biller-id --bill-reference1 --bill-reference2 --bill-reference3 --partner-identification --page-size --page-number --include-history-details --limit --raw-field --field --data --as --wait' ;;
    'slip verify') REPLY='--sending-bank --once --expect-amount --expect-ref1 --expect-ref2 --expect-ref3 --expect-receiver --expect-date --raw-field --field --data --as' ;;
    'cpm pay') REPLY='--qr-data --payee-biller-id --transaction-amount --reference1 --reference2 --reference3 --partner-transaction-id --payee-terminal-no --transaction-currency --raw-field --field --data --as --wait --expect-amount' ;;
    'cpm refund') REPLY='--partner-transaction-id --raw-field --field --data --as --wait --expect-amount' ;;
    'deeplink create') REPLY='--channel --transaction-type --session-validity-period --session-valid-until --payment-amount --account-to --ref1 --ref2 --ref3 --callback-url --merchant-info-name --raw-field --field --data --as --wait' ;;
    'deeplink inquire') REPLY='--transaction-id --raw-field --field --data --as --wait' ;;
    'profile customer') REPLY='--raw-field --field --data --as' ;;
    'profile merchant') REPLY='--merchant-app --raw-field --field --data --as' ;;
    'api') REPLY='--raw-field --field --data --as --reads --wait --expect-amount' ;;
    'batch') REPLY='--format --concurrency --rate --shard --shards --job --out --bom --report --once --unordered --resume --checkpoint --raw-field --field --data --wait --expect-amount --metrics --ping' ;;
    'batch work') REPLY='--concurrency --metrics --ping' ;;
    'investigate') REPLY='--date --amount --ref2 --sending-bank --ref-date-time --bundle --report' ;;
    'reconcile') REPLY='--orders --bank --map --from --to --inquire --tolerance --settle-cutoff --all --out --report --metrics --ping' ;;
    'reconcile guess') REPLY='--as' ;;
    'find') REPLY='--amount --from --to --payer --ref1 --kind --limit' ;;
    'journal list') REPLY='--ref --since --until --state --operation --limit' ;;
    'journal verify') REPLY='--archive --since' ;;
    'journal recover') REPLY='--ref --since --wait --metrics --ping' ;;
    'journal settle') REPLY='--as --note --operation' ;;
    'journal archive') REPLY='--before --out' ;;
    'store init') REPLY='--print --synchronous' ;;
    'store status') REPLY='--metrics --ping' ;;
    'store rotate-key') REPLY='--force' ;;
    'listen') REPLY='--port --host --tls-cert --tls-key --verify --forward-to --metrics --ping' ;;
    'listen list') REPLY='--ref --state --forwarding --since --limit' ;;
    'listen replay') REPLY='--forward-to' ;;
    'smoke') REPLY='--only --list --parallel --junit --report --compare --known --schema --metrics --ping' ;;
    'console') REPLY='--port --open --read-only --idle' ;;
    'mcp') REPLY='--allow' ;;
    'sandbox serve') REPLY='--port --host --rate-limit --lenient --control --seed --clock --tls --tls-cert --tls-key --tls-ca --require-client-cert --id' ;;
    'sandbox pay') REPLY='--amount --by --account --fail --pending --slip --id' ;;
    'sandbox buyer-code') REPLY='--wallet --balance --pending --fail --raw --id' ;;
    'sandbox consent') REPLY='--customer --state --code-challenge --raw --id' ;;
    'sandbox registration approve') REPLY='--account --id' ;;
    'sandbox registration reject') REPLY='--error --id' ;;
    'sandbox clock'|'sandbox settings'|'sandbox key'|'sandbox balance') REPLY='--id' ;;
    'sandbox faults') REPLY='--operation --ref --times --probability --seed --at-byte --delay --status --retry-after --id' ;;
    'sandbox transfer') REPLY='--plan --id' ;;
    'sandbox log') REPLY='--ref --operation --limit --id' ;;
    'sandbox reset') REPLY='--journal --id' ;;
    'init') REPLY='--name --secret-stdin --store --shared-store --base-url --api-key --application-id --resource-owner-id --environment --read-only --secret-command --client-cert --client-key --client-pfx --ca --proxy --company-id --terminal-id --out-trade-no-prefix --biller-id --merchant-id --merchant-app --corporate-id --tax-id --payer-account-no --payer-bank-code --dd-merchant-id --sub-account-id --dd-public-key' ;;
    'config show') REPLY='--origin' ;;
    'config set-secret') REPLY='--store' ;;
    'doctor') REPLY='--fix --check --offline --metrics --ping' ;;
    'help') REPLY='--json' ;;
  esac
}

__payctl_argument() {
  REPLY=
  case $1 in
    'ewallet create'|'ewallet pay'|'ewallet inquire'|'ewallet cancel'|'ewallet refund'|'ewallet close'|'qr void'|'transfer inquire'|'transfer credit initiate'|'transfer credit confirm'|'transfer debit initiate'|'transfer debit confirm'|'transfer credit send'|'transfer debit send'|'dd register'|'dd registration'|'dd status'|'dd charge'|'dd payment'|'dd inquire'|'bill inquire'|'cpm pay'|'cpm refund'|'investigate'|'journal show'|'journal settle'|'listen replay'|'sandbox pay') REPLY='@references' ;;
    'qr decode'|'qr lint'|'slip verify'|'batch _'|'reconcile guess') REPLY='@files' ;;
    'batch') REPLY='ewallet.create ewallet.pay ewallet.inquire ewallet.cancel ewallet.refund ewallet.close qr.create qr.createV1 qr.inquire qr.void transfer.inquire transfer.creditInitiate transfer.creditConfirm transfer.debitInitiate transfer.debitConfirm dd.register dd.registration dd.charge dd.payment bill.inquire bill.search slip.verify cpm.pay cpm.refund deeplink.create deeplink.inquire profile.customer profile.merchant investigate work status results' ;;
    'sandbox faults') REPLY='before-commit committed-but-reply-lost late-effect truncated html-error wrong-reference reset slow stalled flapping-503 rate-limited token-revoked maintenance overload gateway-timeout threat downstream code duplicate-callback late-callback reordered-callback wrong-amount-callback no-callback clear' ;;
    'config use'|'config copy'|'config rename'|'config delete'|'config show') REPLY='@profiles' ;;
    'config get'|'config set'|'config unset') REPLY='baseUrl apiKey applicationId resourceOwnerId environment readOnly secretCommand clientCert clientKey clientPfx ca proxy companyId terminalId outTradeNoPrefix billerId merchantId merchantApp corporateId taxId payerAccountNo payerBankCode ddMerchantId subAccountId ddPublicKey store lang timeout' ;;
    'config set-secret') REPLY='apiSecret clientKeyPassphrase storePassword storeKey' ;;
    'completion') REPLY='bash zsh fish powershell' ;;
    'help') REPLY='exit-codes environment output safety changes token ewallet qr transfer dd bill slip cpm deeplink profile api batch investigate reconcile find journal store listen smoke console mcp sandbox init config doctor explain openapi completion help' ;;
  esac
}

__payctl_takes() {
  REPLY=
  case $2 in
    '-p'|'--profile'|'--job'|'--payer'|'--only'|'--compare'|'--id'|'--customer'|'--name') REPLY='@profiles' ;;
    '-o'|'--output') REPLY='table json jsonl csv yaml text raw' ;;
    '-q'|'--query'|'--columns'|'--timeout'|'--retries'|'--request-uid'|'--auth-code'|'--code-challenge'|'--redirect-port'|'--wait'|'--application-id'|'--redirect-option'|'-f'|'--raw-field'|'--company-id'|'--terminal-id'|'--total-fee'|'--size'|'-F'|'--field'|'--data'|'--buyer-identity-code'|'--expect-amount'|'--amount'|'--pp-id'|'--ref1'|'--ref2'|'--ref3'|'--number-of-times'|'--expiry-date'|'--merchant-id'|'--invoice'|'--cs-ext-expiry-time'|'--cs-note'|'--cs-user-defined'|'--qr-id'|'--channel-date-time'|'--initiating-party-id'|'--original-message-identification'|'--original-creation-date-time'|'--original-instruction-identification'|'--original-end-to-end-identification'|'--currency'|'--date-from'|'--date-to'|'--corporate-id'|'--payer-tax-id'|'--payer-statement-description'|'--payer-account-no'|'--payer-bank-code'|'--payee-tax-id'|'--payee-statement-description'|'--payee-account-no'|'--payee-bank-code'|'--payee-proxy-type'|'--payee-proxy-value'|'--sub-account-id'|'--citizen-id'|'--remarks'|'--back-url'|'--ref-date-time'|'--account-number'|'--customer-ref'|'--transaction-date'|'--biller-id'|'--reference2'|'--message-identification'|'--creation-date-time'|'--payment-message-identification'|'--from-date'|'--to-date'|'--from-amount'|'--to-amount'|'--service-type'|'--include-initiate'|'--bill-reference1'|'--bill-reference2'|'--bill-reference3'|'--partner-identification'|'--page-size'|'--page-number'|'--include-history-details'|'--limit'|'--sending-bank'|'--expect-ref1'|'--expect-ref2'|'--expect-ref3'|'--expect-receiver'|'--expect-date'|'--qr-data'|'--payee-biller-id'|'--transaction-amount'|'--reference3'|'--payee-terminal-no'|'--channel'|'--session-validity-period'|'--session-valid-until'|'--payment-amount'|'--account-to'|'--callback-url'|'--merchant-info-name'|'--transaction-id'|'--merchant-app'|'--concurrency'|'--rate'|'--shard'|'--shards'|'--metrics'|'--ping'|'--date'|'--from'|'--to'|'--tolerance'|'--settle-cutoff'|'--kind'|'--since'|'--until'|'--operation'|'--note'|'--before'|'--port'|'--host'|'--forward-to'|'--parallel'|'--idle'|'--rate-limit'|'--seed'|'--clock'|'--account'|'--pending'|'--balance'|'--error'|'--times'|'--probability'|'--at-byte'|'--delay'|'--status'|'--retry-after'|'--shared-store'|'--base-url'|'--api-key'|'--resource-owner-id'|'--environment'|'--read-only'|'--secret-command'|'--client-cert'|'--client-key'|'--client-pfx'|'--ca'|'--proxy'|'--out-trade-no-prefix'|'--tax-id'|'--dd-merchant-id'|'--dd-public-key') REPLY='@any' ;;
    '--lang') REPLY='en th' ;;
    '--grant') REPLY='application user' ;;
    '--response-channel') REPLY='mobile mobile_mma' ;;
    '--end-state') REPLY='mobile_app mobile_web desktop_web' ;;
    '--out-trade-no'|'--bp-reference'|'--tokenizer-id'|'--reg-ref'|'--ref-number'|'--ref') REPLY='@references' ;;
    '--save'|'--out'|'--report'|'--checkpoint'|'--bundle'|'--orders'|'--bank'|'--map'|'--archive'|'--tls-cert'|'--tls-key'|'--junit'|'--known'|'--tls-ca'|'--slip') REPLY='@files' ;;
    '--style') REPLY='half ascii' ;;
    '--theme') REPLY='dark light' ;;
    '--qr-type') REPLY='PP CS PPCS' ;;
    '--pp-type') REPLY='BILLERID' ;;
    '--api') REPLY='v1 v2' ;;
    '--method') REPLY='GET POST' ;;
    '--reversal-type') REPLY='CANCELLATION_REQUEST REFUND_REQUEST ISO20022_CANCELLATION_REQUEST' ;;
    '--objective-code') REPLY='318245' ;;
    '--event-code') REPLY='00300100 00300104' ;;
    '--proxy-identification-type') REPLY='billerid' ;;
    '--transaction-currency') REPLY='THB' ;;
    '--transaction-type') REPLY='PURCHASE' ;;
    '--format') REPLY='csv jsonl' ;;
    '--inquire') REPLY='breaks none' ;;
    '--forwarding') REPLY='waiting delivered dead' ;;
    '--allow') REPLY='create' ;;
    '--by') REPLY='account card' ;;
    '--wallet') REPLY='A W P' ;;
    '--plan') REPLY='partial failed failed-partial processing' ;;
    '--store') REPLY='keyring file' ;;
  esac
  case "$1 $2" in
    'token login --state'|'sandbox consent --state'|'bill inquire --partner-transaction-id'|'cpm pay --reference1') REPLY='@any' ;;
    'ewallet create --as'|'ewallet pay --as'|'ewallet inquire --as'|'ewallet cancel --as'|'ewallet refund --as'|'ewallet close --as'|'qr create --as'|'qr inquire --as'|'qr void --as'|'transfer inquire --as'|'transfer credit initiate --as'|'transfer credit confirm --as'|'transfer debit initiate --as'|'transfer debit confirm --as'|'transfer credit send --as'|'transfer debit send --as'|'dd register --as'|'dd registration --as'|'dd status --as'|'dd charge --as'|'dd payment --as'|'dd inquire --as'|'bill inquire --as'|'bill search --as'|'slip verify --as'|'cpm pay --as'|'cpm refund --as'|'deeplink create --as'|'deeplink inquire --as'|'profile customer --as'|'profile merchant --as'|'api --as') REPLY='application user' ;;
    'journal list --state') REPLY='in-flight unknown pending succeeded partial rejected not-executed settled-executed settled-not-executed' ;;
    'listen list --state') REPLY='hint verified contradicted' ;;
    'ewallet create --tran-type'|'ewallet pay --tran-type'|'ewallet inquire --tran-type') REPLY='A W' ;;
    'ewallet cancel --tran-type') REPLY='A X W' ;;
    'ewallet refund --tran-type'|'ewallet close --tran-type') REPLY='W' ;;
    'transfer credit initiate --partner-transaction-id'|'transfer debit initiate --partner-transaction-id'|'transfer credit send --partner-transaction-id'|'transfer debit send --partner-transaction-id'|'cpm pay --partner-transaction-id'|'cpm refund --partner-transaction-id'|'bill inquire --reference1') REPLY='@references' ;;
    'reconcile guess --as') REPLY='orders bank' ;;
    'journal settle --as') REPLY='executed not-executed' ;;
  esac
}

__payctl_offer() {
  case $1 in
    @any) ;;
    @files)
      local IFS=$'\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$2"))
      ;;
    @*) COMPREPLY=($(compgen -W "$("$3" __complete "${1#@}" 2>/dev/null)" -- "$2")) ;;
    *) COMPREPLY=($(compgen -W "$1" -- "$2")) ;;
  esac
}

_payctl() {
  local REPLY path= before= option= word cur=${COMP_WORDS[COMP_CWORD]} i value=0
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case $word in
      -*)
        __payctl_takes "$path" "$word"
        [[ -z $REPLY ]] && continue
        option=$word
        ((i + 1 < COMP_CWORD)) && [[ ${COMP_WORDS[i + 1]} == '=' ]] && i=$((i + 1))
        i=$((i + 1))
        value=$i
        ;;
      *)
        __payctl_below "$path"
        if [[ " $REPLY " == *" $word "* ]]; then
          path=${path:+$path }$word
        else
          before+=' _'
        fi
        ;;
    esac
  done
  [[ $cur == '=' ]] && cur=
  if ((value == COMP_CWORD)); then
    __payctl_takes "$path" "$option"
  elif [[ $cur == -* ]]; then
    __payctl_options "$path"
    REPLY="$REPLY --profile --sandbox --output --query --columns --envelope --lang --timeout --retries --dry-run --yes --no-input --quiet --verbose --no-color --show-pii --request-uid --help"
  else
    __payctl_argument "$path$before"
    [[ -z $REPLY && -z $before ]] && __payctl_below "$path"
  fi
  __payctl_offer "$REPLY" "$cur" "$1"
}

complete -F _payctl payctl
