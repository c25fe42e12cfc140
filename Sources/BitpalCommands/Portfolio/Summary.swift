import Application
import ArgumentParser
import Portfolio
import Reports

/// `bitpal summary`.
struct Summary: PrivateCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the portfolio's totals.",
    discussion: examples(
      "bitpal summary", "bitpal summary --cost-basis hifo", "bitpal summary --json"))

  @OptionGroup var costBasis: CostBasisOption
  @OptionGroup var currency: CurrencyOption
  @OptionGroup var report: ReportOptions
  var privacy: PrivacyOptions { report.privacy }

  func run() throws {
    let context = try AppContext()
    let snapshot = try context.service.snapshot(
      costBasis: costBasis.method(context), currency: currency.code(context))
    let summary = SummaryReport(snapshot, context.style(report.privacy, currency))
    if report.json {
      let members = (summary.json.object?.members ?? []) + [context.incompleteCoins]
      Console.writeData(JSONValue.object(JSONObject(members)).text(pretty: true) + "\n")
    } else if report.csv {
      summary.writeCSV(Console.writeData)
    } else {
      context.noteIncompleteHistory()
      Console.write(OutputAppearance(context, report.appearance).text(of: summary.grid))
    }
  }
}
