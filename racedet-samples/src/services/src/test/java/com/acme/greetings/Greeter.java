package com.acme.greetings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Greets guests, whatever server they come through. */
class Greeter {
  private final AtomicInteger guests = new AtomicInteger();
  private final Map<String, Card> cards = new ConcurrentHashMap<>();
  private final List<String> log = new ArrayList<>();

  /** Written by the test before it asks, read by the request. */
  String word = "hello";

  /** Written by a request before its answer or after it, read by the test after the answer. */
  String last;

  /** Careless: a plain field and a plain map. */
  int carelessGuests;

  final Map<String, Integer> carelessNames = new HashMap<>();

  /** For {@code single/ann}, for example. */
  String answer(String question) {
    String name = question.substring(question.indexOf('/') + 1);
    switch (question.substring(0, question.indexOf('/'))) {
      case "single" -> last = name;
      case "guest" -> {
        guests.incrementAndGet();
        synchronized (log) {
          log.add(name);
        }
        Card card = cards.get(name);
        card.text = card.heading + name;
      }
      case "careless" -> carelessGuests++;
      case "cached" -> carelessNames.computeIfAbsent(name, String::length);
      case "late" -> {}
      default -> throw new IllegalArgumentException(question);
    }
    return word + " " + name;
  }

  /** Called after the answer of {@code late/ann}, which does not wait for it. */
  void answered(String question) {
    if (question.startsWith("late/")) {
      last = question.substring(5);
    }
  }

  /** The card that the next request of this guest fills in, which alone orders what it says. */
  Card card(String name) {
    Card card = new Card();
    cards.put(name, card);
    card.heading = "dear ";
    return card;
  }

  int guests() {
    return guests.get();
  }

  int logged() {
    synchronized (log) {
      return log.size();
    }
  }

  /** For one request: written before it, during it, and read after its answer. */
  static class Card {
    String heading;
    String text;
  }
}
