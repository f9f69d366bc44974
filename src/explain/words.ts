import { bankWords as says } from '../messages/bank-codes.js';
import { codeFixes as fix } from '../messages/explaining.js';
import { type CodeMeaning, meaningsOf } from './meanings.js';

/**
 * What the words of the bank mean: states, kinds, and codes of fields. CANCELED is not among the
 * wallets' states in the specification; the exit table takes it for final wherever it comes.
 */
export const words: readonly CodeMeaning[] = [
  ...meaningsOf('trade state', 'specification', [
    ['SUCCESS, TRADE_SUCCESS', says.paid],
    ['USERPAYING', says.paying, 'customer', fix.inquireWaiting],
  ]),
  ...meaningsOf('trade state', 'public facts', [
    ['TRADE_FINISHED', says.paid],
    ['WAIT_BUYER_PAY', says.waiting, 'customer', fix.inquireWallet],
    ['NOTPAY', says.notPaid, 'customer', fix.inquireWallet],
    ['TRADE_CLOSED', says.closedOrRefunded, 'nobody', fix.askWhich],
    ['CLOSED', says.closed, 'nobody', fix.askBeforeCharging],
    ['REVOKED', says.revoked, 'nobody', fix.askBeforeCharging],
    ['REFUND', says.refund, 'nobody', fix.compareJournal],
    ['PAYERROR', says.walletFailed, 'customer', fix.askBeforeCharging],
  ]),
  ...meaningsOf('trade state', 'payctl', [
    ['CANCELED', says.noneStands, 'nobody', fix.investigateReference],
  ]),
  ...meaningsOf('transfer state', 'specification', [
    ['INITIATE_COMPLETED', says.initiated, 'nobody', fix.confirmOrLeave],
    ['CONFIRM_COMPLETED', says.confirmed],
    ['CONFIRM_FAILED', says.confirmFailed, 'unclear', fix.explainCode],
    ['CONFIRM_PROCESSING', says.confirming, 'nobody', fix.inquireTransferNow],
    ['CANCELED', says.cancelled],
  ]),
  ...meaningsOf('debit status', 'specification', [
    ['Full', says.wholeDebited],
    ['Partial', says.partDebited, 'customer', fix.seeConfirmed],
  ]),
  ...meaningsOf('payment search status', 'public facts', [
    ['ACCC', says.settledOnAccount],
    ['RJCT', says.rejected, 'unclear', fix.askWhy],
    ['PDNG', says.pending, 'nobody', fix.searchAgain],
    ['CANC', says.cancelled],
  ]),
  ...meaningsOf('transaction type', 'specification', [['SETTLED', says.cardPaid]]),
  ...meaningsOf('transaction type', 'public facts', [
    ['AUTH', says.cardOrWallet],
    ['Domestic Transfer', says.billConfirmed],
    ['Domestic Transfers', says.billInquired],
  ]),
  ...meaningsOf('service status', 'specification', [
    ['ACTIVE', says.serviceActive],
    ['INACTIVE', says.serviceInactive, 'you', fix.askToEnable],
  ]),
  ...meaningsOf('card type', 'specification', [
    ['P1', says.byCitizenId],
    ['P7', says.byAlienId],
    ['P8', says.byPassport],
  ]),
  ...meaningsOf('address usage', 'specification', [
    ['E', says.education],
    ['F', says.census],
    ['H', says.home],
    ['I', says.onCard],
    ['M', says.onCardAndCensus],
    ['N', says.abroad],
    ['O', says.office],
    ['R', says.registration],
  ]),
  ...meaningsOf('home ownership', 'specification', [
    ['1', says.owns],
    ['2', says.rents],
    ['3', says.withOthers],
    ['5', says.withFamily],
  ]),
  ...meaningsOf('address format', 'specification', [
    ['1', says.standardAddress],
    ['2', says.poBox],
    ['3', says.building],
  ]),
  ...meaningsOf('contact indicator', 'specification', [
    ['Y', says.contactHere],
    ['N', says.contactOnly],
  ]),
  ...meaningsOf('current address', 'specification', [
    ['Y', says.contactHere],
    ['N', says.notPreferred],
  ]),
  ...meaningsOf('wallet type', 'specification', [
    ['A', says.walletA],
    ['W', says.walletB],
    ['X', says.walletX],
  ]),
  ...meaningsOf('QR type', 'specification', [
    ['PP', says.qr30],
    ['CS', says.qrCard],
    ['PPCS', says.qrBoth],
  ]),
  ...meaningsOf('service type', 'specification', [
    ['T30', says.thaiQr],
    ['QRCS', says.cardScheme],
    ['PML_T30', says.linkByQr],
    ['PML_QRCS', says.linkByCard],
    ['PML_CCIPP', says.linkInstallments],
    ['PML_CCFA, PML_PGW', says.linkOther],
  ]),
  ...meaningsOf('currency', 'specification', [['764', says.baht]]),
  ...meaningsOf('payment event', 'public facts', [
    ['00300100', says.scannedByCustomer],
    ['00300104', says.scannedByMerchant],
  ]),
];
