package com.acme.prices;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Asks the remote service for prices. */
class PriceClient {
  private final HttpClient http;
  private final String base;
  private final Map<String, Integer> cache = new ConcurrentHashMap<>();
  private final List<String> asked = new ArrayList<>();

  PriceClient(String base, Executor executor) {
    this.base = base;
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    this.http = (executor == null ? builder : builder.executor(executor)).build();
  }

  int price(String item) {
    return cache.computeIfAbsent(item, this::fetch);
  }

  private int fetch(String item) {
    synchronized (asked) {
      asked.add(item);
    }
    try {
      HttpResponse<String> answer =
          http.send(
              HttpRequest.newBuilder(URI.create(base + "/prices/" + item)).build(),
              HttpResponse.BodyHandlers.ofString());
      return Integer.parseInt(answer.body().strip());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  CompletableFuture<Integer> priceLater(String item) {
    Quote quote = new Quote();
    return http.sendAsync(
            HttpRequest.newBuilder(URI.create(base + "/prices/" + item)).build(),
            HttpResponse.BodyHandlers.ofString())
        .thenApply(HttpResponse::body)
        .thenAccept(text -> quote.price = Integer.parseInt(text.strip()))
        .thenApply(none -> quote.price);
  }

  List<String> asked() {
    synchronized (asked) {
      return List.copyOf(asked);
    }
  }

  private static class Quote {
    int price;
  }
}

/** The same, with a map that is not for threads. */
class CarelessPriceClient {
  private final HttpClient http = HttpClient.newHttpClient();
  private final String base;
  private final Map<String, Integer> cache = new HashMap<>();
  private int requests;

  CarelessPriceClient(String base) {
    this.base = base;
  }

  int price(String item) throws Exception {
    Integer known = cache.get(item);
    if (known == null) {
      known = ask(item);
      cache.put(item, known);
    }
    return known;
  }

  int uncached(String item) throws Exception {
    requests++;
    return ask(item);
  }

  private int ask(String item) throws Exception {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(base + "/prices/" + item)).build(),
            HttpResponse.BodyHandlers.ofString());
    return Integer.parseInt(answer.body().strip());
  }
}
