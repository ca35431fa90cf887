package com.acme.orders;

import io.racedet.RaceFeed;
import io.racedet.RaceReport;
import io.racedet.race.Race;
import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import io.racedet.trace.TraceFile;
import io.racedet.trace.TraceFormat;
import io.racedet.trace.TraceReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Feeds events, reads a trace, writes and reads a report, and prints what comes of it. */
final class Main {
  private Main() {}

  public static void main(String[] args) throws IOException {
    System.out.println("racedet in " + RaceFeed.class.getModule().getName());
    RaceFeed feed = RaceFeed.with("fasttrack", "pwr-ee-l").open();
    feed.fork("main", "worker", "");
    feed.write("main", "order.total", "Shop.java:12");
    feed.read("worker", "order.total", "Shop.java:34");
    RaceReport report = feed.finish();
    for (Race race : report.races()) {
      System.out.println(race.kind() + " " + race.grade());
    }

    Path trace = Files.writeString(Path.of("orders.std"), "T1|w(x)|a\nT2|w(x)|b\n");
    try (TraceReader reader = TraceFile.open(trace, TraceFormat.STD, false)) {
      System.out.println(reader.source());
    }

    ByteArrayOutputStream written = new ByteArrayOutputStream();
    RunReport run = RunReport.of("1", List.of(), List.of(), List.of());
    JsonReport.write(run, written);
    System.out.println(
        JsonReport.read(new ByteArrayInputStream(written.toByteArray())).equals(run));
  }
}
