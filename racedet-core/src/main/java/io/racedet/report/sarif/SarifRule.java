package io.racedet.report.sarif;

import io.racedet.race.RaceKind;
import io.racedet.report.Finding;
import io.racedet.report.ReportedRace;

/** The rules of SARIF results; they do not depend on which access came first. */
enum SarifRule {
  WRITE_WRITE(
      RaceKind.WRITE_WRITE,
      "WriteWriteRace",
      "Two threads write a variable in no defined order",
      "Nothing orders two writes to one variable by different threads (JLS 17.4.5): which value"
          + " stays is undefined, and so is what other threads see in the meantime."),
  READ_WRITE(
      RaceKind.READ_WRITE,
      "ReadWriteRace",
      "A thread reads a variable while another one writes it",
      "Nothing orders a read and a write of one variable by different threads (JLS 17.4.5): the"
          + " reader may see the old value forever, or the new one but not earlier writes."),
  DEADLOCK(
      "racedet/deadlock",
      "DeadLock",
      "Threads wait for each other's locks",
      "Each of several threads holds a lock that another one requests: if all of them come to that"
          + " point at the same time, none of them can continue.",
      "Take the locks in the same order in all threads, or one lock around all of them, or give up"
          + " waiting for one. An intended cycle can be accepted, with a reason.");

  private static final String HELP =
      "Order the two accesses: guard both by one lock, or make the variable volatile or atomic, or"
          + " do not share the object. An intended race can be accepted, with a reason.";

  private final String id;
  private final String title;
  private final String shortText;
  private final String fullText;
  private final String help;

  SarifRule(RaceKind kind, String title, String shortText, String fullText) {
    this("racedet/" + kind.text(), title, shortText, fullText, null);
  }

  SarifRule(String id, String title, String shortText, String fullText, String help) {
    this.id = id;
    this.help = help;
    this.title = title;
    this.shortText = shortText;
    this.fullText = fullText;
  }

  static SarifRule of(Finding finding) {
    if (finding instanceof ReportedRace race) {
      return race.kind() == RaceKind.WRITE_WRITE ? WRITE_WRITE : READ_WRITE;
    }
    return DEADLOCK;
  }

  String id() {
    return id;
  }

  String title() {
    return title;
  }

  String shortText() {
    return shortText;
  }

  String fullText() {
    return fullText;
  }

  String help() {
    return help == null ? HELP : help;
  }
}
