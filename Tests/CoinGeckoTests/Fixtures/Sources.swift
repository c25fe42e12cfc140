import FoundationEssentials
import HTTP
import Portfolio
import Testing

@testable import CoinGecko

let keyText = "CG-S3cr3tKey0fTheUser"

let noon = Date(millisecondsSince1970: 1_776_859_200_000)  // 2026-04-22T12:00:00Z

/// The source under test, with a fixed clock and a time limit that no valid response reaches.
func source(
  _ transport: any HTTPTransport = CurlTransport(environment: [:]),
  tier: APIConfiguration.Tier = .keyless, baseURL: String? = nil,
  timeLimit: Duration = .seconds(600)
) -> CoinGeckoPriceSource {
  CoinGeckoPriceSource(
    configuration: APIConfiguration(tier: tier, baseURL: baseURL, version: "0.1"),
    transport: transport, timeLimit: timeLimit, now: { noon })
}

func demoTier() throws -> APIConfiguration.Tier { .demo(try #require(APIKey(keyText))) }
