package import FoundationEssentials
import Portfolio

/// The coins that tickers of exchanges mean, where a list of all coins does not say it: many small
/// coins share the ticker, or one that is younger than the trade has it now.
package enum ExchangeTickers {
  /// A coin, and the day on which the ticker no longer meant it.
  package typealias Span = (id: String, end: Date?)

  /// The coins a ticker meant, the oldest first; after the last end the ticker says nothing here.
  package static let spans: [String: [Span]] = {
    var spans: [String: [Span]] = [:]
    for line in lasting.split(separator: "\n") + changing.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      for part in stride(from: 1, to: words.count, by: 2) {
        let end = part + 1 < words.count ? Date(utcText: words[part + 1] + "T00:00:00Z") : nil
        spans[words[0], default: []].append((words[part], end))
      }
    }
    for line in young.split(separator: "\n") {
      for ticker in line.split(separator: " ").dropFirst() where spans[String(ticker)] == nil {
        let month = line.prefix { $0 != " " }
        let id = "\(ticker.lowercased())-before-\(month)"
        spans[String(ticker)] = [(id, Date(utcText: "\(month)-01T00:00:00Z"))]
      }
    }
    return spans
  }()

  /// Months, and the tickers whose best-known coins began to be traded in them: who dealt in one
  /// before had another coin, which is kept under a name of its own.
  private static let young = """
    2017-09 LINK
    2018-11 CRO
    2019-02 FET
    2019-03 ATOM
    2019-05 LEO ONE
    2019-06 ALGO
    2019-07 CHZ RUNE
    2020-04 SOL
    2020-05 AR
    2020-06 COMP HNT
    2020-07 AVAX
    2020-08 CRV DOT OM SAND
    2020-09 CAKE EGLD GALA SUN UNI
    2020-10 INJ NEAR
    2020-11 AXS CFX ROSE
    2020-12 GRT
    2021-01 FLOW LDO SUPER
    2021-03 DREP
    2021-04 MINA PENDLE
    2021-05 ICP
    2021-08 CBX TON
    2021-09 DYDX MAGIC
    2021-11 IMX TRI
    2022-01 ACC BOT IC
    2022-03 APE GMT
    2022-05 OP
    2022-06 KAS
    2022-10 APT
    2022-12 BONK
    2023-01 CORE FLR REFI
    2023-02 BLUR
    2023-03 ARB TAO
    2023-04 PEPE
    2023-05 SUI
    2023-07 MNT WLD
    2023-08 SEI
    2023-10 POL TIA
    2023-11 PYTH
    2023-12 JTO
    2024-01 AAX JUP ONDO SSX
    2024-03 BOME
    2024-04 ENA W
    2024-06 ZK ZRO
    2024-09 USDS
    2024-11 HYPE
    2024-12 MOVE
    2025-01 S TRUMP
    2025-02 BERA IP PI RED
    2025-07 PUMP
    2025-09 ASTER
    2025-11 CC
    2025-12 U
    """

  /// A ticker and its coin.
  private static let lasting = """
    ACE endurance
    ACM ac-milan-fan-token
    ADX adex
    AION aion
    AIR altair
    ALEPH aleph
    ALICE my-neighbor-alice
    ALPACA alpaca-finance
    ALPHA alpha-finance
    ARK ark
    ASM assemble-protocol
    AST airswap
    ATA automata
    ATM atletico-madrid
    AUR auroracoin
    AURORA aurora-near
    AVA concierge-io
    BADGER badger-dao
    BAR fc-barcelona-fan-token
    BEST bitpanda-ecosystem-token
    BCN bytecoin
    BETA beta-finance
    BIFI beefy-finance
    BIT bitdao
    BNC bifrost-native-coin
    BOBA boba-network
    BSW biswap
    BTX bitcore
    BURGER burger-swap
    CHESS tranchess
    CHR chromaway
    CITY manchester-city-fan-token
    CLOAK cloakcoin
    CLOUD sanctum-2
    CLV clover-finance
    COMBO cocos-bcx
    COW cow-protocol
    CTI clintex-cti
    CTK certik
    CYBER cyberconnect
    DATA streamr
    DBC deepbrain-chain
    DNT district0x
    DODO dodo
    DOGS dogs-2
    DRGN dragonchain
    DRIFT drift-protocol
    DYDX dydx-chain
    ELON dogelon-mars
    EMC emercoin
    EPIK epik-prime
    ERN ethernity-chain
    EZ easyfi
    FAI freysa-ai
    FARM harvest-finance
    FIRO zcoin
    FORT forta
    FOX shapeshift-fox-token
    FUN funfair
    FWOG fwog
    FX fx-coin
    FXS frax-share
    G g-token
    GAL project-galaxy
    GAS gas
    GFI goldfinch
    GFT gifto
    GIGA gigachad-2
    GO gochain
    GOAT goatseus-maximus
    GODS gods-unchained
    GTC gitcoin
    HAI hackenai
    HARD kava-lend
    HDX hydradx
    HIGH highstreet
    HONEY hivemapper
    ID space-id
    IQ everipedia
    IRIS iris-network
    KEEP keep-network
    KET ket
    KEY selfkey
    MAN matrix-ai-network
    MC merit-circle
    MEDIA media-network
    METIS metis-token
    MFT mainframe
    MIR mirror-protocol
    MOB mobilecoin
    MONA monacoin
    MOON moon
    MULTI multichain
    MYST mysterium
    NAV nav-coin
    NCASH nucleus-vision
    NCT polyswarm
    NEON neon
    NIM nimiq-2
    NODL nodle-network
    NOS nosana
    NOT notcoin
    OK okcash
    OXY oxygen
    PAY tenx
    PEOPLE constitutiondao
    PICA picasso
    PIXEL pixels
    PNG pangolin
    PONKE ponke
    POT potcoin
    PPT populous
    PRE presearch
    PRO propy
    PROS prosper
    QI benqi
    RAI rai
    RARE superrare
    RBC rubic
    REI rei-network
    SAGA saga-2
    SALT salt
    SBR saber
    SHA safe-haven
    SLP smooth-love-potion
    SOLO solo-coin
    SONIC sonic-svm
    SOUL phantasma
    SPA sperax
    SPELL spell-token
    STEP step-finance
    STORM storm
    SUSD nusd
    SWELL swell-network
    TNSR tensor
    TOKE tokemak
    TOKEN tokenfi
    TRAC origintrail
    TRU truefi
    TURBO turbo
    UNO uno-re
    VEE blockv
    VINE vine
    WAX wax
    WIF dogwifcoin
    WIN wink
    WING wing-finance
    XAI xai-blockchain
    XRT robonomics-network
    ZEUS zeus-network
    """
}
