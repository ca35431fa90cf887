package com.acme.weather;

import static org.junit.jupiter.api.Assertions.*;

import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.mockwebserver.Dispatcher;
import okhttp3.mockwebserver.MockResponse;
import okhttp3.mockwebserver.MockWebServer;
import okhttp3.mockwebserver.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@RaceFree
class WeatherTest {
  private MockWebServer server;
  private WeatherClient client;

  @BeforeEach
  void start() throws IOException {
    server = new MockWebServer();
    server.start();
    client = new WeatherClient(server.url("/"));
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.shutdown();
  }

  static class Answers extends Dispatcher {
    final AtomicInteger served = new AtomicInteger();
    final Map<String, Integer> byCity = new ConcurrentHashMap<>();
    String last;

    @Override
    public MockResponse dispatch(RecordedRequest request) {
      served.incrementAndGet();
      byCity.merge(request.getPath(), 1, Integer::sum);
      if (request.getPath().equals("/single")) {
        last = request.getPath();
      }
      return new MockResponse().setBody("sunny");
    }
  }

  @Test
  void oneRequest_thenLook() throws Exception {
    Answers answers = new Answers();
    server.setDispatcher(answers);
    assertEquals("sunny", client.weather("single"));
    assertEquals("/single", answers.last);
    assertEquals("/single", server.takeRequest().getPath());
  }

  @Test
  void queuedAnswers() throws Exception {
    server.enqueue(new MockResponse().setBody("rain"));
    server.enqueue(new MockResponse().setBody("snow"));
    assertEquals("rain", client.weather("berlin"));
    assertEquals("snow", client.weather("oslo"));
    assertEquals("rain", client.weather("berlin"));
    assertEquals("/berlin", server.takeRequest().getPath());
    assertEquals("/oslo", server.takeRequest().getPath());
    assertEquals(2, client.requests());
  }

  @Test
  void severalThreads() throws Exception {
    Answers answers = new Answers();
    server.setDispatcher(answers);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<String>> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String city = "city" + i % 3;
      all.add(threads.submit(() -> client.weather(city)));
    }
    for (Future<String> one : all) {
      assertEquals("sunny", one.get());
    }
    threads.shutdown();
    assertEquals(client.requests(), answers.served.get());
    assertEquals(3, answers.byCity.size());
  }

  @Test
  void callbacks() throws Exception {
    server.setDispatcher(new Answers());
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(client.weatherLater("city" + i));
    }
    for (CompletableFuture<String> one : all) {
      assertEquals("sunny", one.get(20, TimeUnit.SECONDS));
    }
  }
}
