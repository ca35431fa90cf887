package io.racedet.report.json;

import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.race.Witness;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.Instruction;
import io.racedet.report.Occurrence;
import io.racedet.report.Outcome;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedVariable;
import io.racedet.report.RunReport;
import io.racedet.report.Section;
import io.racedet.report.TestRun;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;

/** Makes the values of a report of what {@link ReportWriter} has written. */
final class ReportReader {
  private ReportReader() {}

  static RunReport report(JsonObject json) throws ReportFormatException {
    int version = json.count("schemaVersion");
    if (version != JsonReport.SCHEMA_VERSION) {
      throw json.wrong("schemaVersion", version, "" + JsonReport.SCHEMA_VERSION);
    }
    return new RunReport(
        json.text("version"),
        json.list("tests", ReportReader::test),
        json.list("races", ReportReader::race),
        json.texts("warnings"));
  }

  private static TestRun test(JsonObject json) throws ReportFormatException {
    return new TestRun(
        json.text("id"),
        json.text("name"),
        json.text("className"),
        json.constant("outcome", Outcome.class),
        json.count("repetitions"),
        json.number("events"),
        json.text("seed"),
        json.texts("engines"),
        json.texts("traces"),
        json.texts("warnings"));
  }

  private static ReportedRace race(JsonObject json) throws ReportFormatException {
    JsonObject variable = json.object("variable");
    return new ReportedRace(
        new ReportedVariable(
            variable.text("key"), variable.text("name"), variable.text("className")),
        json.constant("kind", RaceKind.class),
        json.constant("grade", Grade.class),
        json.text("engine"),
        json.number("pairs"),
        json.isNull("first") ? ReportedAccess.UNKNOWN : access(json.object("first")),
        json.isNull("second") ? ReportedAccess.UNKNOWN : access(json.object("second")),
        json.text("origin"),
        json.text("why"),
        timeline(json.object("timeline")),
        witness(json.object("witness")),
        json.list("sightings", ReportReader::sighting),
        json.text("replay"),
        json.text("accept"),
        json.text("accepted"));
  }

  private static ReportedAccess access(JsonObject json) throws ReportFormatException {
    return new ReportedAccess(
        json.number("index"),
        json.text("thread"),
        json.flag("write"),
        json.flag("atomic"),
        site(json.object("site")),
        json.list("stack", ReportReader::frame),
        json.list("locks", ReportReader::lock),
        json.list("started", ReportReader::frame),
        json.text("startedBy"));
  }

  private static Instruction site(JsonObject json) throws ReportFormatException {
    return new Instruction(
        json.text("className"),
        json.text("method"),
        json.text("descriptor"),
        json.count("ordinal"),
        json.text("file"),
        json.count("line"));
  }

  private static Frame frame(JsonObject json) throws ReportFormatException {
    return new Frame(
        json.text("className"), json.text("method"), json.text("file"), json.count("line"));
  }

  private static HeldLock lock(JsonObject json) throws ReportFormatException {
    return new HeldLock(json.text("lock"), json.flag("shared"), frame(json.object("acquired")));
  }

  private static Timeline timeline(JsonObject json) throws ReportFormatException {
    return new Timeline(
        json.list("steps", ReportReader::step),
        json.list("sections", ReportReader::section),
        json.number("omitted"));
  }

  private static Section section(JsonObject json) throws ReportFormatException {
    return new Section(
        json.text("thread"),
        json.text("lock"),
        json.flag("shared"),
        json.number("from"),
        json.number("to"));
  }

  private static WitnessOrder witness(JsonObject json) throws ReportFormatException {
    return new WitnessOrder(
        json.count("events"), json.count("asRecorded"), json.list("steps", ReportReader::step));
  }

  private static Witness.Step step(JsonObject json) throws ReportFormatException {
    return new Witness.Step(
        json.number("index"), json.text("thread"), json.text("event"), json.text("location"));
  }

  private static Occurrence sighting(JsonObject json) throws ReportFormatException {
    return new Occurrence(
        json.text("test"), json.count("repetition"), json.text("seed"), json.text("trace"));
  }
}
