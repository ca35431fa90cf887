package com.acme.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.RaceFree;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpStatus;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@RaceFree
class RandomPortTest {
  @Autowired TestRestTemplate rest;
  @Autowired OrderController controller;
  @Autowired OrderService service;
  @Autowired Audit audit;
  @Autowired Inventory inventory;
  @Autowired Heartbeat heartbeat;
  @Autowired LedgerRepository ledger;
  @LocalServerPort int port;

  @Test
  void oneRequest_thenLook() {
    Order order = rest.postForObject("/single", new NewOrder("tea", 2), Order.class);
    assertThat(order.item()).isEqualTo("tea");
    assertThat(controller.lastItem).isEqualTo("tea");
    assertThat(service.last()).isEqualTo(order);
  }

  @Test
  void ordersOfSeveralClients() throws Exception {
    int before = audit.size();
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      List<Future<Order>> placed = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        NewOrder order = new NewOrder("item" + i % 3, i + 1);
        placed.add(clients.submit(() -> rest.postForObject("/orders", order, Order.class)));
      }
      for (Future<Order> order : placed) {
        Order found = rest.getForObject("/orders/" + order.get().id(), Order.class);
        assertThat(found).isEqualTo(order.get());
      }
    } finally {
      clients.shutdown();
    }
    assertThat(audit.size()).isEqualTo(before + 8);
    assertThat(inventory.reservations()).isGreaterThanOrEqualTo(8);
    assertThat(ledger.total("item0")).isPositive();
    assertThat(heartbeat.beats()).isNotNegative();
  }

  @Test
  void asynchronousAnswers() throws Exception {
    Order order = rest.postForObject("/orders", new NewOrder("milk", 1), Order.class);
    HttpClient client = HttpClient.newHttpClient();
    List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      URI mail = URI.create("http://localhost:" + port + "/mails/" + order.id());
      answers.add(
          client.sendAsync(
              HttpRequest.newBuilder(mail).POST(HttpRequest.BodyPublishers.noBody()).build(),
              HttpResponse.BodyHandlers.ofString()));
      URI deferred = URI.create("http://localhost:" + port + "/deferred/" + order.id());
      answers.add(
          client.sendAsync(
              HttpRequest.newBuilder(deferred).build(), HttpResponse.BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get(20, TimeUnit.SECONDS).body()).isEqualTo("order " + order.id());
    }
    assertThat(rest.getForEntity("/orders", String.class).getStatusCode()).isEqualTo(HttpStatus.OK);
  }
}
