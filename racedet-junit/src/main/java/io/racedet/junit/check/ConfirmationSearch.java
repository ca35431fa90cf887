package io.racedet.junit.check;

import io.racedet.junit.report.Confirmation;
import io.racedet.junit.report.RaceStory;
import io.racedet.junit.report.RunDetails;
import io.racedet.junit.report.Target;
import io.racedet.junit.results.IoFailure;
import io.racedet.junit.settings.Plan;
import io.racedet.junit.settings.ReplayFiles;
import io.racedet.junit.settings.SeededSchedule;
import io.racedet.race.Grade;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Drives repetitions into the races that earlier ones have found, and knows which of these have
 * been confirmed. Not thread-safe.
 */
final class ConfirmationSearch {
  private static final int MOST_TRIES = 50;
  private static final int MOST_TARGETS = 10;

  /** Every so many repetitions one looks for more races. */
  private static final int LOOK_AROUND = 4;

  /** One race. */
  private static final class Chase {
    final RaceStory story;
    final SeededSchedule origin;
    int tries;
    Confirmation confirmation = Confirmation.NONE;

    Chase(RaceStory story, SeededSchedule origin) {
      this.story = story;
      this.origin = origin;
    }

    boolean isConfirmed() {
      return confirmation.attempt() > 0;
    }

    boolean isOpen() {
      return !isConfirmed() && tries < MOST_TRIES;
    }
  }

  private final Plan plan;
  private final ReplayFiles files;
  private final Acceptance acceptance;
  private final Map<Target, Chase> chases = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private int tries;

  ConfirmationSearch(Plan plan, ReplayFiles files, Acceptance acceptance) {
    this.plan = plan;
    this.files = files;
    this.acceptance = acceptance;
  }

  /** The perturbation of an ordinary repetition: one that aims at a race once there is one. */
  SeededSchedule ordinary(int repetition) {
    return (repetition + 1) % LOOK_AROUND == 0
        ? plan.repetition(repetition)
        : aimed(repetition).orElseGet(() -> plan.repetition(repetition));
  }

  /** The perturbation that aims at the race that has been tried least; empty when none is left. */
  Optional<SeededSchedule> aimed(int repetition) {
    return chases.entrySet().stream()
        .filter(entry -> entry.getValue().isOpen())
        .min(Comparator.comparingInt(entry -> entry.getValue().tries))
        .map(entry -> aimed(entry.getValue(), plan.repetition(repetition)));
  }

  /* What has led to the places once may do so again; or something else does. */
  private static SeededSchedule aimed(Chase chase, SeededSchedule other) {
    if (other.target().isKnown()) {
      return other; // to be repeated as it was
    }
    SeededSchedule way = chase.tries % 2 == 0 ? chase.origin : other;
    RunDetails race = chase.story.details();
    return way.at(race.target(), other.seed(), race.element(), late(chase));
  }

  /* Who needs a lock on the way that the other one holds at its place has to go first. */
  private static int late(Chase chase) {
    return switch (chase.tries % 3) {
      case 1 -> chase.story.details().firstSlot();
      case 2 -> chase.story.details().secondSlot();
      default -> -1;
    };
  }

  /** Takes what a repetition has shown, and returns it with the grades that are known by now. */
  Observation judge(SeededSchedule how, Observation seen) {
    if (!seen.damaged()) {
      seen.races().forEach(story -> add(story, how));
    }
    if (!how.target().isKnown()) {
      return seen.with(judge(seen.races()));
    }
    tries++;
    Chase chase = chases.get(how.target());
    List<RaceStory> races = new ArrayList<>(judge(seen.races()));
    if (chase != null && !chase.isConfirmed()) {
      chase.tries++;
      if (seen.caught()) {
        chase.confirmation = new Confirmation(chase.tries, write(how, chase.story));
        races = new ArrayList<>(judge(seen.races()));
        if (races.stream().noneMatch(story -> story.details().target().equals(how.target()))) {
          races.add(0, judge(chase.story));
        }
      }
    }
    return seen.with(races);
  }

  private void add(RaceStory story, SeededSchedule origin) {
    boolean isWanted =
        plan.confirms(story.details().target()) && acceptance.reason(story).isEmpty();
    if (isWanted && chases.size() < MOST_TARGETS) {
      chases.putIfAbsent(story.details().target(), new Chase(story, origin));
    }
  }

  private String write(SeededSchedule how, RaceStory story) {
    try {
      return files.write(how, story.variable());
    } catch (IOException failed) {
      warnings.add(
          "the file that repeats a confirmed race could not be written: " + IoFailure.text(failed));
      return "";
    }
  }

  /** The same races with the grades that are known by now. */
  List<RaceStory> judge(List<RaceStory> stories) {
    return stories.stream().map(this::judge).toList();
  }

  private RaceStory judge(RaceStory story) {
    Chase chase = chases.get(story.details().target());
    boolean better =
        chase != null && chase.isConfirmed() && story.reported().grade() != Grade.CONFIRMED;
    return better ? story.confirmed(chase.confirmation) : story;
  }

  /** How many repetitions have aimed at a race. */
  int tries() {
    return tries;
  }

  /** For the report: what was tried and what came of it; empty when nothing was. */
  Optional<String> summary() {
    if (tries == 0) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    for (Chase chase : chases.values()) {
      String outcome =
          chase.isConfirmed()
              ? "confirmed in try " + chase.confirmation.attempt()
              : "not confirmed in " + chase.tries;
      parts.add(chase.story.variable() + " " + outcome);
    }
    return Optional.of(tries + " (" + String.join("; ", parts) + ")");
  }

  /** What went wrong on the way. */
  List<String> warnings() {
    return warnings;
  }
}
