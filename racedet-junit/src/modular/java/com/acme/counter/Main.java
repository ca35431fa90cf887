package com.acme.counter;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.racedet.junit.RaceFree;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests and prints a line for each: its name, and what it threw. */
final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.out.println("racedet in " + RaceFree.class.getModule().getName());
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(CounterCases.class))
                .build(),
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  System.out.println(
                      test.getDisplayName()
                          + ' '
                          + result
                              .getThrowable()
                              .map(t -> t.getClass().getName())
                              .orElse("passed"));
                  result.getThrowable().ifPresent(Throwable::printStackTrace);
                }
              }
            });
  }
}
